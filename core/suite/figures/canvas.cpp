#include "suite/figures/canvas.hpp"

#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <png.h>

#include "preimage/base/error.hpp"
#include "suite/figures/bitmap_font.hpp"

namespace preimage::suite::figures {

namespace {
constexpr std::size_t kMaxSide = 32767;
constexpr std::size_t kMaxPixels = std::size_t{1} << 28;
}  // namespace

Canvas::Canvas(std::size_t width, std::size_t height) : width_(width), height_(height) {
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide || width * height > kMaxPixels) {
    throw std::invalid_argument(fmt::format("canvas of {} x {} pixels", width, height));
  }
  bytes_.assign(width * height * 3, 255);
}

Colour Canvas::at(std::size_t x, std::size_t y) const {
  if (x >= width_ || y >= height_) {
    throw std::out_of_range(fmt::format("pixel {},{} of a {} x {} canvas", x, y, width_, height_));
  }
  const std::size_t i = 3 * (y * width_ + x);
  return {bytes_[i], bytes_[i + 1], bytes_[i + 2]};
}

void Canvas::fill(std::size_t x, std::size_t y, std::size_t width, std::size_t height, Colour colour) {
  if (x > width_ || y > height_ || width > width_ - x || height > height_ - y) {
    throw std::out_of_range(
        fmt::format("rectangle {},{} + {} x {} on a {} x {} canvas", x, y, width, height, width_, height_));
  }
  for (std::size_t row = y; row < y + height; ++row) {
    for (std::size_t i = 3 * (row * width_ + x), end = i + 3 * width; i < end; i += 3) {
      bytes_[i] = colour.red;
      bytes_[i + 1] = colour.green;
      bytes_[i + 2] = colour.blue;
    }
  }
}

void Canvas::frame(std::size_t x, std::size_t y, std::size_t width, std::size_t height, std::size_t thickness,
                   Colour colour) {
  if (2 * thickness > width || 2 * thickness > height) {
    throw std::out_of_range(fmt::format("frame of {} pixels in {} x {}", thickness, width, height));
  }
  fill(x, y, width, thickness, colour);
  fill(x, y + height - thickness, width, thickness, colour);
  fill(x, y, thickness, height, colour);
  fill(x + width - thickness, y, thickness, height, colour);
}

void Canvas::text(std::size_t x, std::size_t y, std::string_view text, std::size_t scale, Colour colour) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto& columns = glyph(text[i]);
    for (std::size_t column = 0; column < kGlyphWidth; ++column) {
      const std::size_t left = x + (i * (kGlyphWidth + 1) + column) * scale;
      for (std::size_t row = 0; row < kGlyphHeight; ++row) {
        if ((columns[column] >> row & 1) != 0) fill(left, y + row * scale, scale, scale, colour);
      }
    }
  }
}

std::size_t text_width(std::string_view text, std::size_t scale) {
  return text.empty() ? 0 : (text.size() * (kGlyphWidth + 1) - 1) * scale;
}

std::size_t text_height(std::size_t scale) {
  return kGlyphHeight * scale;
}

std::string png_bytes(const Canvas& canvas) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(canvas.width());
  image.height = static_cast<png_uint_32>(canvas.height());
  image.format = PNG_FORMAT_RGB;
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = bytes.size();
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, canvas.bytes().data(), 0, nullptr) == 0) {
    throw DataError(fmt::format("PNG of {} x {} pixels: {}", canvas.width(), canvas.height(), image.message));
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace preimage::suite::figures
