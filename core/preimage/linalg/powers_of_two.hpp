// 2^(j/128) for j = 0 ... 127, each as the nearest double and what that lacks, relative to it.
#pragma once

#include <array>
#include <cstddef>

namespace preimage::linalg {

struct PowerOfTwo {
  double nearest;  // of 2^(j/128)
  double lacks;    // (2^(j/128) - nearest) / nearest
};

inline constexpr std::array<PowerOfTwo, 7> kRootsOfTwo = {{
    {0x1.0163da9fb3335p+0, 0x1.b3b4f1a88bf6ep-54},   // 2^(1/128)
    {0x1.02c9a3e778061p+0, -0x1.160139cd8dc5dp-56},  // 2^(1/64)
    {0x1.059b0d3158574p+0, 0x1.cd2523567f613p-55},   // 2^(1/32)
    {0x1.0b5586cf9890fp+0, 0x1.79aa65d837b6dp-54},   // 2^(1/16)
    {0x1.172b83c7d517bp+0, -0x1.01b15eaa59348p-55},  // 2^(1/8)
    {0x1.306fe0a31b715p+0, 0x1.34d754db0abb6p-55},   // 2^(1/4)
    {0x1.6a09e667f3bcdp+0, -0x1.3b3efbf5e2228p-54},  // 2^(1/2)
}};

/// The upper 26 bits of a double, so that products of two such halves are exact.          [Dekker 1971]
constexpr double upper_half(double x) {
  const double shifted = (0x1p27 + 1.0) * x;
  return shifted - (shifted - x);
}

/// To 2^-102 of itself: the error of the rounded product is known exactly.
constexpr PowerOfTwo product(const PowerOfTwo& a, const PowerOfTwo& b) {
  const double rounded = a.nearest * b.nearest;
  const double a_high = upper_half(a.nearest), a_low = a.nearest - a_high;
  const double b_high = upper_half(b.nearest), b_low = b.nearest - b_high;
  const double error = a_high * b_high - rounded + a_high * b_low + a_low * b_high + a_low * b_low;
  const double rest = error + rounded * (a.lacks + b.lacks);
  const double nearest = rounded + rest;
  return {nearest, (rounded - nearest + rest) / nearest};
}

inline constexpr std::array<PowerOfTwo, 128> kPowersOfTwo = [] {
  std::array<PowerOfTwo, 128> powers{};
  for (std::size_t j = 0; j < powers.size(); ++j) {
    powers[j] = {1.0, 0.0};
    for (std::size_t k = 0; k < kRootsOfTwo.size(); ++k) {
      if ((j >> k) % 2 == 1) powers[j] = product(powers[j], kRootsOfTwo[k]);
    }
  }
  return powers;
}();

}  // namespace preimage::linalg
