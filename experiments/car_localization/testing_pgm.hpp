// PGM files for tests.
#pragma once

#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace preimage::experiments::car_localization {

/// A PGM whose pixel i, row by row, is (first + i) mod 251.
inline std::string pgm_of(std::size_t width, std::size_t height, std::size_t first = 0) {
  std::string bytes = fmt::format("P5\n{} {}\n255\n", width, height);
  for (std::size_t i = 0; i < width * height; ++i) bytes += static_cast<char>((first + i) % 251);
  return bytes;
}

}  // namespace preimage::experiments::car_localization
