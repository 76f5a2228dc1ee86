#include "preimage/base/lru_cache.hpp"

#include <doctest/doctest.h>

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
