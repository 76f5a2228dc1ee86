// The chi-square kernel on histograms.
#pragma once

#include <cstddef>
#include <vector>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// What one bin adds to the kernel: the harmonic mean 2 x x' / (x + x') of its two values, 0 where both are
/// 0.
inline double chi_square_term(double x, double other) {
  return x > 0.0 ? 2.0 * x * other / (x + other) : 0.0;
}

/// The additive chi-square kernel of histograms,
///   k(x, x') = sum_b 2 x_b x'_b / (x_b + x'_b),  0 / 0 = 0, x_b >= 0.
///                      [Lampert and Blaschko 2008, sec. 3.1; in this form Vedaldi and Zisserman 2012]
/// k(x, x) = sum_b x_b. Its squared distance in feature space is the chi-square distance
/// sum_b (x_b - x'_b)^2 / (x_b + x'_b), so that `gaussian_over` it is the exponential chi-square kernel.
/// throws  std::invalid_argument where widths differ, or an entry is not a finite number >= 0
/// cost    O(|a| times the non-zero entries of b), and O((|a| + |b|) d) to look for them
class ChiSquareKernel final : public Kernel<Vectors> {
 public:
  std::string description() const override { return "chi_square"; }
  arma::mat cross_gram(const Vectors& a, const Vectors& b) const override;
  arma::vec diagonal(const Vectors& a) const override;
};

inline ChiSquareKernel chi_square() {
  return {};
}

/// throws  std::invalid_argument naming the first entry that is not a finite number >= 0
void require_histograms(const Vectors& a);

// Scores of very many histograms (the windows of an image) against one chi-square expansion.

/// score(h) = sum_i c_i k(h_i, h) = sum_b g_b(h_b),  g_b(v) = sum_i c_i 2 h_ib v / (h_ib + v):
/// the kernel is additive, so g_b can be tabulated where the same few values are needed again and again, and
/// a histogram costs a look-up per filled bin whatever the number of h_i [Maji, Berg and Malik 2008].
class ChiSquareExpansion {
 public:
  /// support  n x d histograms;  coefficients  n
  /// throws   std::invalid_argument where support holds no histograms, NumericalError where the coefficients
  ///          are not n finite numbers
  ChiSquareExpansion(const Vectors& support, const arma::vec& coefficients);

  std::size_t n_bins() const { return begins_.size() - 1; }
  /// sum_i |c_i|
  double sum_of_sizes() const { return sum_of_sizes_; }

  /// g_b(value). Requires bin < d, value >= 0.
  /// cost  O(h_i in which the bin is filled)
  double term(std::size_t bin, double value) const;

 private:
  struct Entry {
    double value, coefficient;
  };
  std::vector<Entry> entries_;       // where neither is 0, bin by bin
  std::vector<std::size_t> begins_;  // of each bin, and the end of the last
  double sum_of_sizes_;
};

}  // namespace preimage::kernels
