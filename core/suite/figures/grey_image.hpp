// Grey images, and their pixels as PNG for pictures inside figures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace preimage::suite::figures {

/// An 8-bit grey image: 0 = black, 255 = white.
struct GreyImage {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<std::uint8_t> pixels;  // height * width, row by row from the top
};

/// The largest size that a reader believes, so that a header cannot ask for all memory.
struct ImageLimits {
  std::size_t width = 4096;
  std::size_t height = 4096;
};

/// The PNG by libpng with fixed settings and no time stamp: equal pixels, equal bytes.
/// throws  std::invalid_argument where a side is 0 or more than 32767, or the number of pixels does not fit;
///         DataError with libpng's reason
std::string png_bytes(const GreyImage& grey);

}  // namespace preimage::suite::figures
