#include "experiments/shared/text_sheet.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "suite/figures/testing_svg.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::experiments::shared;
using testing::number_attribute;
using testing::text_tag;

TEST_CASE("all texts of a sheet are in the picture, and the columns do not overlap") {
  TextSheet sheet;
  sheet.title = "Figure 1: examples that are wider than the rows";
  sheet.headings = {"input", "output string"};
  sheet.rows = {{"ccdddddddd", "aabbc"}, {"a<b", std::string(60, 'j')}, {"", "x"}};
  const std::string svg = text_sheet_svg(sheet);
  CHECK(testing::is_well_formed(svg));
  CHECK(testing::texts_outside(svg) == "");
  CHECK(testing::overlapping_texts(svg) == "");
  CHECK(text_sheet_svg(sheet) == svg);
  for (const std::string text : {"input", "output string", "ccdddddddd", "aabbc", "a&lt;b", "x"})
    CHECK_FALSE(text_tag(svg, text).empty());
  CHECK(number_attribute(text_tag(svg, "aabbc"), "x") == number_attribute(text_tag(svg, "x"), "x"));
  CHECK(number_attribute(text_tag(svg, "x"), "y") > number_attribute(text_tag(svg, "aabbc"), "y"));
  sheet.headings = {"", ""};
  const auto height = [](const std::string& document) {
    return number_attribute(testing::tags_of(document, "svg").at(0), "height");
  };
  CHECK(height(text_sheet_svg(sheet)) < height(svg));
}

TEST_CASE("a sheet without rows or title is refused") {
  CHECK(testing::thrown_message<std::invalid_argument>([] { text_sheet_svg(TextSheet{}); }) ==
        "text sheet: nothing to draw");
  TextSheet sheet;
  sheet.rows = {{"a", "b"}};
  CHECK(testing::thrown_message<std::invalid_argument>([&] { text_sheet_svg(sheet); }) ==
        "figure: there is no title");
}
