#include "suite/figures/grey_image.hpp"

#include <stdexcept>

#include <doctest/doctest.h>
#include <png.h>

#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite::figures;

TEST_CASE("a PNG decodes to its pixels, and the same pixels give the same bytes") {
  preimage::suite::figures::GreyImage grey{131, 33, {}};
  for (std::size_t i = 0; i < 131 * 33; ++i) grey.pixels.push_back(static_cast<std::uint8_t>(i * 77 % 251));
  const std::string png = png_bytes(grey);
  CHECK(png_bytes(grey) == png);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_memory(&image, png.data(), png.size()) != 0);
  CHECK(image.format == PNG_FORMAT_GRAY);
  image.format = PNG_FORMAT_GRAY;
  CHECK(image.width == 131);
  CHECK(image.height == 33);
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  REQUIRE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) != 0);
  CHECK(pixels == grey.pixels);
}

TEST_CASE("what is no image is refused") {
  const auto refusal = [](const preimage::suite::figures::GreyImage& image) {
    return testing::thrown_message<std::invalid_argument>([&] { png_bytes(image); });
  };
  CHECK(refusal({0, 5, {}}) == "image of 0 x 5 pixels in 0 bytes");
  CHECK(refusal({2, 2, {1, 2, 3}}) == "image of 2 x 2 pixels in 3 bytes");
  CHECK(refusal({40000, 1, std::vector<std::uint8_t>(40000)}) == "image of 40000 x 1 pixels in 40000 bytes");
}
