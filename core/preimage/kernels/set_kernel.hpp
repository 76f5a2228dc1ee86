// Kernels between sequences of vectors that sum a kernel on vectors over all pairs of their parts.
#pragma once

#include <optional>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// The set kernel [Gaertner et al. 2002], over n-grams as PolynomialSetKernel, and aware of positions where a
/// bandwidth tau for them is given:
///   K(x, x') = sum_i sum_j k(u_i, u'_j) p(i - j),   p(d) = exp(-d^2 / (2 tau^2)), or 1 without tau
/// where u_i is the concatenation of the n elements of x from position i = 0, 1, ... on, |x| - n + 1 of them.
/// A sequence of fewer than n elements, an empty one above all, has no n-gram and so K = 0 against all and
/// itself. Not normalised (NormalisedKernel does that). The position factor is the suite's own, not the
/// paper's.
/// cost  of a block: the base kernel on all pairs of n-grams (A of a's, B of b's, of width n d) and A B
///       products; memory (beside the result) 4 MiB of base kernel values at a time, their rows (1,536 n d
///       numbers), O(A + B). 0/1 elements under a polynomial or Gaussian base are counted as bits.
class SetKernel final : public Kernel<samples::VectorSequences> {
 public:
  /// Requires n >= 1 and position_bandwidth > 0: NumericalError.
  explicit SetKernel(KernelPtr<Vectors> base, arma::uword n = 1,
                     std::optional<double> position_bandwidth = std::nullopt);

  std::string description() const override {
    const std::string base = base_->description();
    if (base.empty()) return base;
    return fmt::format("set({}, n = {}, position_bandwidth = {})", base, n_,
                       position_bandwidth_ ? fmt::format("{}", *position_bandwidth_) : "none");
  }
  /// throws  std::invalid_argument: the two blocks differ in width, or are no sequences (require_sequences)
  arma::mat cross_gram(const samples::VectorSequences& a, const samples::VectorSequences& b) const override;
  arma::vec diagonal(const samples::VectorSequences& a) const override;
  /// Sequences of fewer than n elements, and those whose n-grams cancel in the sum.
  bool maps_several_to_zero() const override { return true; }

 private:
  KernelPtr<Vectors> base_;
  arma::uword n_;
  std::optional<double> position_bandwidth_;
};

}  // namespace preimage::kernels
