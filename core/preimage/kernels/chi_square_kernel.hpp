// The chi-square kernel on histograms.
#pragma once

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
  arma::mat cross_gram(const Vectors& a, const Vectors& b) const override;
  arma::vec diagonal(const Vectors& a) const override;
};

/// throws  std::invalid_argument naming the first entry that is not a finite number >= 0
void require_histograms(const Vectors& a);

}  // namespace preimage::kernels
