// An image to draw on, and its PNG.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::suite::figures {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  bool operator==(const Colour&) const = default;
};
inline constexpr Colour kBlack{0, 0, 0};
inline constexpr Colour kWhite{255, 255, 255};

/// Pixels of an 8-bit RGB image, origin at the top left, white at first.
class Canvas {
 public:
  /// Requires 1 <= width, height <= 32767 and at most 2^28 pixels in all (std::invalid_argument).
  Canvas(std::size_t width, std::size_t height);
  std::size_t width() const { return width_; }
  std::size_t height() const { return height_; }
  /// Row by row, three bytes per pixel.
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  /// The functions below throw std::out_of_range where something would lie outside: cut-off drawings are
  /// mistakes of whoever computed the layout.
  Colour at(std::size_t x, std::size_t y) const;
  void fill(std::size_t x, std::size_t y, std::size_t width, std::size_t height, Colour colour);
  /// The outline, `thickness` pixels wide and inside the rectangle.
  void frame(std::size_t x, std::size_t y, std::size_t width, std::size_t height, std::size_t thickness,
             Colour colour);
  /// `text` from its top left corner in the built-in font, every font pixel scale x scale.
  void text(std::size_t x, std::size_t y, std::string_view text, std::size_t scale, Colour colour = kBlack);

 private:
  std::size_t width_;
  std::size_t height_;
  std::vector<std::uint8_t> bytes_;
};

/// Pixels that Canvas::text covers.
std::size_t text_width(std::string_view text, std::size_t scale);
std::size_t text_height(std::size_t scale);

/// The 8-bit RGB PNG of the canvas by libpng with fixed settings and no time stamp: equal pixels, equal
/// bytes. Throws DataError with libpng's reason.
std::string png_bytes(const Canvas& canvas);

}  // namespace preimage::suite::figures
