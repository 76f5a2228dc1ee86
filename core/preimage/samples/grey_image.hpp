#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace preimage::samples {

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

}  // namespace preimage::samples
