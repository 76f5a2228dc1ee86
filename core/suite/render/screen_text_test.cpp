#include "suite/render/screen_text.hpp"

#include <doctest/doctest.h>

using namespace preimage::suite::render;

TEST_CASE("columns are as wide as their longest cell, and lines end with no blank") {
  CHECK(aligned_columns({Align::left, Align::right, Align::left},
                        {{"name", "n", "remark"}, {"a-very-long-name", "12", ""}, {"b\u00e9", "3"}}) ==
        "name               n  remark\n"
        "a-very-long-name  12\n"
        "b\u00e9                 3\n");
  CHECK(aligned_columns({Align::left}, {}).empty());
}
