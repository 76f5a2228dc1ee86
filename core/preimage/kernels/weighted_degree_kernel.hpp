#pragma once

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"
#include "preimage/samples/tokens.hpp"

namespace preimage::kernels {

/// The weighted degree kernel: runs of up to d equal symbols at the same positions,
///   k(s, t) = sum_{k=1}^d beta_k sum_i [(s_i, ..., s_{i+k-1}) = (t_i, ..., t_{i+k-1})],
///   beta_k = 2 (d - k + 1) / (d (d + 1)), whose sum is 1     [Raetsch and Sonnenburg 2004; Sonnenburg 2005]
/// Positions are counted from the beginning of a string; what the longer one has beyond the other counts
/// nothing. d = 1 counts the positions with equal symbols. Not normalised (NormalisedKernel does that).
/// cost  of a block: O(|S_a| |b|)
class WeightedDegreeKernel final : public Kernel<Strings> {
 public:
  static constexpr int kMaxDegree = 100;

  /// Requires 1 <= degree <= kMaxDegree: NumericalError.
  explicit WeightedDegreeKernel(int degree, samples::Tokens tokens = samples::Tokens::bytes);

  std::string description() const override {
    return fmt::format("weighted_degree(degree = {}, {})", weights_.size() - 1, samples::name_of(tokens_));
  }
  /// throws  std::invalid_argument for a string that cannot be cut (samples::cut); so the other
  arma::mat cross_gram(const Strings& a, const Strings& b) const override;
  arma::vec diagonal(const Strings& a) const override;

 private:
  double value(const std::u32string& s, const std::u32string& t) const;

  std::vector<double>
      weights_;  // of a run of r symbols, at its end: beta_1 + ... + beta_min(r, d); of r = 0: 0
  samples::Tokens tokens_;
};

}  // namespace preimage::kernels
