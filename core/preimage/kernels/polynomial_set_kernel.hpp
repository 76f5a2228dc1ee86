// The kernel between words of the paper on Regression for Learning Transductions.
#pragma once

#include <armadillo>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"
#include "preimage/kernels/set_kernel.hpp"

namespace preimage::kernels {

/// K(x, x') = sum_i sum_j (u_i . u'_j + offset)^degree over all n-grams u_i of x and u'_j of x', each the
/// concatenation of n consecutive vectors     [Cortes, Mohri and Weston 2005, eq. (15), offset 1]
/// (A factor s before the inner product is an offset of offset / s and a factor s^degree before K.)
/// The set kernel over the polynomial kernel, which tells of sequences without n-gram.
class PolynomialSetKernel final : public Kernel<samples::VectorSequences> {
 public:
  /// Requires n >= 1, degree >= 1, offset >= 0: NumericalError.
  PolynomialSetKernel(arma::uword n, long degree, double offset);

  std::string description() const override {
    return fmt::format("polynomial_set(n = {}, degree = {}, offset = {})", n_, degree_, offset_);
  }
  /// throws  std::invalid_argument: the two blocks differ in width, or are no sequences (require_sequences)
  arma::mat cross_gram(const samples::VectorSequences& a, const samples::VectorSequences& b) const override {
    return pairs_.cross_gram(a, b);
  }
  arma::vec diagonal(const samples::VectorSequences& a) const override { return pairs_.diagonal(a); }
  /// Where all sums are whole numbers below 2^53, half of its blocks, mirrored: the same bits.
  arma::mat gram(const samples::VectorSequences& a) const override;
  bool maps_several_to_zero() const override { return pairs_.maps_several_to_zero(); }

 private:
  bool is_exact(const samples::VectorSequences& a) const;

  arma::uword n_;
  long degree_;
  double offset_;
  SetKernel pairs_;
};

}  // namespace preimage::kernels
