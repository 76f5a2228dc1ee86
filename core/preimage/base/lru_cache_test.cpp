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

TEST_CASE("a value that is not enough is computed anew and takes the place of the old one") {
  LruCache<int> memo(2);
  int computed = 0;
  const auto at_least = [&](int wanted) {
    return *memo.get(
        "n",
        [&] {
          ++computed;
          return wanted;
        },
        [&](int held) { return held >= wanted; });
  };
  CHECK(at_least(3) == 3);
  CHECK(at_least(2) == 3);
  CHECK(at_least(5) == 5);
  CHECK(at_least(3) == 5);
  CHECK(computed == 2);
}

}  // namespace preimage::base
