#pragma once

#include <armadillo>
#include <cstddef>
#include <string>
#include <vector>

namespace preimage::suite::data {

inline constexpr std::size_t kDigitSide = 16;
inline constexpr std::size_t kDigitPixels = kDigitSide * kDigitSide;

/// Grey images of handwritten digits.
struct Digits {
  arma::mat pixels;              // n x 256, row-major 16 x 16, in [-1, 1]: -1 = paper, +1 = ink
  std::vector<int> labels;       // 0..9
  std::vector<std::size_t> ids;  // row in the file, 0-based: tells samples apart after a selection
};

/// The first `per_class` samples of every class 0..9, in the order of the file.
/// throws  DataError "source: expected 100 samples of class 8, found 42"
Digits first_per_class(const Digits& digits, std::size_t per_class, const std::string& source);

}  // namespace preimage::suite::data
