#include "preimage/base/lazy.hpp"

#include <string>

#include <doctest/doctest.h>

using preimage::base::Lazy;

TEST_CASE("a lazy value is computed once, when it is asked for, for all its copies") {
  int computed = 0;
  const Lazy<std::string> value([&] {
    ++computed;
    return std::string("text");
  });
  const Lazy<std::string> copy = value;  // NOLINT: of a value that is not there yet
  CHECK(computed == 0);
  CHECK(*copy == "text");
  CHECK(value->size() == 4);
  CHECK(computed == 1);
  CHECK(&*copy == &*value);
  CHECK(*Lazy<int>(3) == 3);
}
