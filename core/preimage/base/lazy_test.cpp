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

namespace preimage::base {

TEST_CASE("a memo computes once per key and forgets the one that was not used for longest") {
  LruCache<int> memo(2);
  int computed = 0;
  const auto value_of = [&](const std::string& key) {
    return *memo.get(key, [&] {
      ++computed;
      return static_cast<int>(key.size());
    });
  };
  CHECK(value_of("a") == 1);
  CHECK(value_of("bb") == 2);
  CHECK(value_of("a") == 1);
  CHECK(computed == 2);
  CHECK(value_of("ccc") == 3);  // "bb" goes
  CHECK(value_of("a") == 1);
  CHECK(computed == 3);
  CHECK(value_of("bb") == 2);
  CHECK(computed == 4);
}

}  // namespace preimage::base
