#include "suite/figures/canvas.hpp"

#include <stdexcept>

#include <doctest/doctest.h>
#include <png.h>

#include "preimage/base/error.hpp"
#include "suite/figures/bitmap_font.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::figures;
using testing::thrown_message;

namespace {

struct Decoded {
  std::size_t width;
  std::size_t height;
  std::vector<std::uint8_t> bytes;
};

Decoded decoded(const std::string& png) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_memory(&image, png.data(), png.size()) != 0);
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> bytes(PNG_IMAGE_SIZE(image));
  REQUIRE(png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr) != 0);
  return {image.width, image.height, bytes};
}

Canvas example() {
  Canvas canvas(131, 33);
  for (std::size_t x = 0; x < 131; ++x) {
    const auto value = static_cast<std::uint8_t>(x * 77);
    canvas.fill(x, x % 33, 1, 1,
                {value, static_cast<std::uint8_t>(255 - value), static_cast<std::uint8_t>(x)});
  }
  canvas.text(2, 3, "Hello, gypsy {1}", 1);
  return canvas;
}

/// The glyph as rows of '#' and '.'.
std::string drawing(char character) {
  std::string rows;
  for (std::size_t row = 0; row < kGlyphHeight; ++row) {
    for (const std::uint8_t column : glyph(character)) rows += (column >> row & 1) != 0 ? '#' : '.';
    rows += '\n';
  }
  return rows;
}

}  // namespace

TEST_CASE("a PNG decodes to the pixels that were drawn, and the same pixels give the same bytes") {
  const Canvas canvas = example();
  const std::string png = png_bytes(canvas);
  const Decoded back = decoded(png);
  CHECK(back.width == 131);
  CHECK(back.height == 33);
  CHECK(back.bytes == canvas.bytes());
  CHECK(png_bytes(example()) == png);
}

TEST_CASE("fill and frame touch their pixels only") {
  Canvas canvas(10, 8);
  const Colour red{255, 0, 0};
  canvas.frame(2, 1, 6, 5, 1, red);
  long painted = 0;
  for (std::size_t y = 0; y < 8; ++y) {
    for (std::size_t x = 0; x < 10; ++x) painted += canvas.at(x, y) == red ? 1 : 0;
  }
  CHECK(painted == 2 * 6 + 2 * 3);
  CHECK(canvas.at(2, 1) == red);
  CHECK(canvas.at(7, 5) == red);
  CHECK(canvas.at(3, 2) == kWhite);
  CHECK(canvas.at(8, 5) == kWhite);
}

TEST_CASE("what would be cut off is refused") {
  Canvas canvas(20, 8);
  CHECK(thrown_message<std::out_of_range>([&] { canvas.fill(15, 0, 6, 1, kBlack); }) ==
        "rectangle 15,0 + 6 x 1 on a 20 x 8 canvas");
  CHECK(thrown_message<std::out_of_range>([&] { canvas.text(0, 0, "MMMM", 1); }).find("on a 20 x 8 canvas") !=
        std::string::npos);
  CHECK_NOTHROW(canvas.text(0, 0, "MMM", 1));
  CHECK(thrown_message<std::out_of_range>([&] { canvas.at(20, 0); }) == "pixel 20,0 of a 20 x 8 canvas");
  CHECK(thrown_message<std::out_of_range>([&] { canvas.frame(0, 0, 8, 8, 5, kBlack); }) ==
        "frame of 5 pixels in 8 x 8");
  CHECK(thrown_message<std::invalid_argument>([] { Canvas(0, 5); }) == "canvas of 0 x 5 pixels");
  CHECK(thrown_message<std::invalid_argument>([] { Canvas(40000, 1); }) == "canvas of 40000 x 1 pixels");
}

TEST_CASE("text covers the pixels that it says") {
  CHECK(text_width("", 2) == 0);
  CHECK(text_width("ab", 2) == 22);
  CHECK(text_height(3) == 24);
  Canvas canvas(text_width("Hq", 2), text_height(2));
  canvas.text(0, 0, "Hq", 2);
  CHECK(canvas.at(0, 0) == kBlack);
  CHECK(canvas.at(21, 15) == kBlack);  // the stem of q ends in the bottom right corner
  CHECK(canvas.at(10, 0) == kWhite);
}

TEST_CASE("every printable character has its own glyph, all others are boxes") {
  CHECK(drawing('A') == ".###.\n#...#\n#...#\n#...#\n#####\n#...#\n#...#\n.....\n");
  CHECK(drawing('g') == ".....\n.....\n.####\n#...#\n#...#\n.####\n....#\n.###.\n");
  for (int a = 32; a < 127; ++a) {
    for (int b = 32; b < a; ++b) {
      CAPTURE(a);
      CAPTURE(b);
      REQUIRE(glyph(static_cast<char>(a)) != glyph(static_cast<char>(b)));
    }
    REQUIRE(glyph(static_cast<char>(a)) != glyph('\n'));
  }
  CHECK(glyph('\n') == glyph('\xe4'));
  CHECK(glyph('\x7f') == glyph('\n'));
}
