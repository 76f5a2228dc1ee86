#include "suite/figures/image_sheet.hpp"

#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::figures;
using testing::thrown_message;

namespace {

SheetLayout bare_layout() {
  SheetLayout layout;
  layout.height = 2;
  layout.width = 3;
  layout.lo = -1.0;
  layout.hi = 1.0;
  layout.scale = 4;
  layout.column_gap = 5;
  layout.row_gap = 6;
  return layout;
}

const arma::mat kTwoImages = {{-1.0, 0.0, 1.0, -9.0, 9.0, 0.5}, {1.0, 1.0, 1.0, -1.0, -1.0, -1.0}};

Colour grey(int value) {
  const auto byte = static_cast<std::uint8_t>(value);
  return {byte, byte, byte};
}

}  // namespace

TEST_CASE("pixels are where the layout says, scaled, clipped and rounded") {
  const Canvas canvas = image_sheet({{"", kTwoImages, {}}}, bare_layout());
  // Margin 8, border 2 around each image of 12 x 8 screen pixels, a row as high as a line of text (16).
  CHECK(canvas.width() == 8 + (12 + 4) + 5 + (12 + 4) + 8);
  CHECK(canvas.height() == 8 + 16 + 8);
  const auto pixel = [&](std::size_t image, std::size_t row, std::size_t column) {
    const std::size_t x = 8 + image * (16 + 5) + 2 + column * 4;
    const std::size_t y = 8 + 2 + row * 4;
    CHECK(canvas.at(x, y) == canvas.at(x + 3, y + 3));
    return canvas.at(x, y);
  };
  CHECK(pixel(0, 0, 0) == grey(0));
  CHECK(pixel(0, 0, 1) == grey(128));
  CHECK(pixel(0, 0, 2) == grey(255));
  CHECK(pixel(0, 1, 0) == grey(0));
  CHECK(pixel(0, 1, 1) == grey(255));
  CHECK(pixel(0, 1, 2) == grey(191));
  CHECK(pixel(1, 0, 0) == grey(255));
  CHECK(pixel(1, 1, 2) == grey(0));
  SheetLayout ink = bare_layout();
  std::swap(ink.lo, ink.hi);
  CHECK(image_sheet({{"", kTwoImages, {}}}, ink).at(10, 10) == grey(255));
}

TEST_CASE("a frame surrounds its image and leaves the pixels of the others alone") {
  const Colour red{200, 0, 0};
  const Canvas plain = image_sheet({{"", kTwoImages, {}}}, bare_layout());
  const Canvas framed = image_sheet({{"", kTwoImages, {{1, red}}}}, bare_layout());
  long changed = 0;
  for (std::size_t y = 0; y < plain.height(); ++y) {
    for (std::size_t x = 0; x < plain.width(); ++x) {
      if (plain.at(x, y) == framed.at(x, y)) continue;
      CHECK(framed.at(x, y) == red);
      CHECK(plain.at(x, y) == kWhite);
      ++changed;
    }
  }
  CHECK(changed == 16 * 12 - 12 * 8);
}

TEST_CASE("rows of different length, labels and a long title fit on the sheet") {
  SheetLayout layout = bare_layout();
  layout.title = "a title that is wider than the images below it";
  layout.column_labels = {"", "wide column label", "3"};
  const arma::mat three(3, 6, arma::fill::zeros);
  const Canvas canvas = image_sheet({{"original", three, {}}, {"", kTwoImages.row(0), {}}}, layout);
  CHECK(canvas.width() >= text_width(layout.title, 2) + 16);
  CHECK(png_bytes(canvas) ==
        png_bytes(image_sheet({{"original", three, {}}, {"", kTwoImages.row(0), {}}}, layout)));
}

TEST_CASE("what cannot be drawn is refused by name") {
  const auto refusal = [](const std::vector<SheetRow>& rows, const SheetLayout& layout) {
    return thrown_message<std::invalid_argument>([&] { image_sheet(rows, layout); });
  };
  SheetLayout layout = bare_layout();
  CHECK(refusal({}, layout) == "image sheet: there is no image");
  CHECK(refusal({{"KDE", arma::mat(2, 5, arma::fill::zeros), {}}}, layout) ==
        "image sheet: row 'KDE': 5 pixels per image, expected 2 x 3 = 6");
  CHECK(refusal({{"KDE", kTwoImages, {{2, kBlack}}}}, layout) ==
        "image sheet: row 'KDE': a frame for image 2 of 2");
  layout.column_labels = {"one"};
  CHECK(refusal({{"KDE", kTwoImages, {}}}, layout) == "image sheet: 1 column labels for 2 columns");
  layout = bare_layout();
  layout.hi = layout.lo;
  CHECK(refusal({{"KDE", kTwoImages, {}}}, layout) == "image sheet: values from -1 to -1");
  layout = bare_layout();
  layout.scale = 0;
  CHECK(refusal({{"KDE", kTwoImages, {}}}, layout) == "image sheet: a scale is 0");
  arma::mat bad = kTwoImages;
  bad(1, 3) = std::numeric_limits<double>::quiet_NaN();
  CHECK(thrown_message<NumericalError>([&] {
          image_sheet({{"KDE", bad, {}}}, bare_layout());
        }) == "image sheet: row 'KDE': image 1 has a pixel of value nan");
}
