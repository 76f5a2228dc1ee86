#include "preimage/base/edit_distance.hpp"

#include <doctest/doctest.h>

namespace preimage::base {

TEST_CASE("edit distance: insertions, deletions and substitutions") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("abc", "abc") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("flaw", "lawn") == 2);
  CHECK(edit_distance("sitting", "kitten") == 3);  // symmetric
  CHECK(edit_distance("ab", "ba") == 2);           // no transposition
}

}  // namespace preimage::base
