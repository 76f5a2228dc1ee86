// Scores of very many histograms (the windows of an image) against one chi-square expansion.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/kernel.hpp"

namespace preimage::kernels {

/// A bin that is not empty.
struct FilledBin {
  std::uint32_t bin = 0;
  double value = 0.0;
};

/// score(h) = sum_i c_i k(h_i, h) = sum_b g_b(h_b),  g_b(v) = sum_i c_i 2 h_ib v / (h_ib + v):
/// the kernel is additive, so each g_b is tabulated once, and a histogram costs a look-up per filled bin
/// whatever the number of h_i [Maji, Berg and Malik 2008]. The tables are linear in u = sqrt(v) between
/// points u = sqrt(largest) j / intervals. In u every harmonic mean has a second derivative of at most 4 (at
/// u = 0, whatever h_ib is), so
///   |error of a filled bin| <= sum_i |c_i| largest / (2 intervals^2),
/// while points spaced evenly in v would leave an error of order 1 / intervals at small h_ib.
class ChiSquareTables {
 public:
  /// support       n x d histograms;  coefficients  n;  largest  > 0: no value of a scored histogram exceeds
  /// it throws        DataError where support holds no histograms, NumericalError where the rest is out of
  /// bounds cost          O(intervals x non-zero entries of support); memory 4 d (intervals + 1) bytes
  ChiSquareTables(const Vectors& support, const arma::vec& coefficients, double largest,
                  std::uint32_t intervals = 128);

  /// g_b(value). throws DataError where value is not in [0, largest]. Requires bin < d.
  double term(std::uint32_t bin, double value) const {
    const double position = std::sqrt(value) * scale_;
    if (!(position <= intervals_)) fail(bin, value);  // NaN of a negative value, too
    const auto below = static_cast<std::uint32_t>(position);
    const float* knot = table_.data() + bin * pitch_ + below;
    return knot[0] + (position - below) * (knot[1] - knot[0]);
  }

  /// histogram  d values, the zeros skipped. throws DataError where they are more or fewer, or one is out of
  /// [0, largest]; cost O(d)
  double score(std::span<const double> histogram) const;
  /// The same of the filled bins alone, each below d and named once. cost O(filled)
  double score(std::span<const FilledBin> filled) const;

  /// The bound above, per filled bin.
  double error_per_bin() const { return error_per_bin_; }

 private:
  [[noreturn]] void fail(std::uint32_t bin, double value) const;

  std::size_t
      pitch_;  // intervals + 2: the last point twice, so that a value equal to `largest` has a right end
  double largest_, intervals_, scale_, error_per_bin_;
  std::vector<float> table_;  // floats: half the memory to look things up in, and 6e-8 is far below the bound
};

}  // namespace preimage::kernels
