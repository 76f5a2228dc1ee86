#include "suite/figures/text_sheet.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::figures;

namespace {

/// Number of black pixels, to see that a text was drawn whole.
long ink(const Canvas& canvas) {
  long count = 0;
  for (std::size_t y = 0; y < canvas.height(); ++y) {
    for (std::size_t x = 0; x < canvas.width(); ++x) count += canvas.at(x, y) == kBlack ? 1 : 0;
  }
  return count;
}

long ink(const std::string& text) {
  Canvas canvas(text_width(text, 2), text_height(2));
  canvas.text(0, 0, text, 2);
  return ink(canvas);
}

}  // namespace

TEST_CASE("all texts of a sheet are drawn whole, the columns do not overlap") {
  TextSheet sheet;
  sheet.title = "Figure 1: examples that are wider than the rows";
  sheet.headings = {"input", "output string"};
  sheet.rows = {{"ccdddddddd", "aabbc"}, {"a", std::string(60, 'j')}, {"", "x"}};
  const Canvas canvas = text_sheet(sheet);
  long expected = ink(sheet.title) + ink("input") + ink("output string");
  for (const auto& [first, second] : sheet.rows) expected += (first.empty() ? 0 : ink(first)) + ink(second);
  CHECK(ink(canvas) == expected);
  CHECK(png_bytes(text_sheet(sheet)) == png_bytes(canvas));
  sheet.title.clear();
  sheet.headings = {"", ""};
  CHECK(text_sheet(sheet).height() < canvas.height());
}

TEST_CASE("a sheet without rows is refused") {
  CHECK(testing::thrown_message<std::invalid_argument>([] { text_sheet(TextSheet{}); }) ==
        "text sheet: nothing to draw");
}
