#pragma once

#include <optional>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// Two exact algorithms. `automatic` takes the one with the smaller estimated cost, by rule (below) and not
/// by the CPU, so that it is the same on every machine.
enum class SubsequenceAlgorithm { automatic, features, dynamic_programme };

/// The string subsequence kernel: all subsequences of r symbols, contiguous or not, weighted by their spread.
///   k(s, t) = sum_{u of r symbols} sum_{i: u = s[i]} sum_{j: u = t[j]} lambda^(l(i) + l(j)),
///   i_1 < ... < i_r,  l(i) = i_r - i_1 + 1      [Lodhi et al. 2002, def. 1; TR-098, eq. (4)]
/// A string shorter than r has k = 0. Not normalised (NormalisedKernel does that). The symbols are bytes.
///
/// With A different symbols in the samples and |S| the sum of a block's lengths, a block costs about, in
/// units of one cell of one level of the dynamic programme:
///   features           10 A^(r-1) (|S_a| + |S_b|) + 10 A^r (|a| + |b|) + A^r |a| |b| / 2   (the last: one
///                      matrix product)
///   dynamic programme  r |S_a| |S_b|, and 10 times that for r > 8 (kMaxLaneLength), which run in scalar code
/// `automatic` takes the features where they cost no more and have at most kMaxFeatureEntries entries.
class SubsequenceKernel final : public Kernel<Strings> {
 public:
  static constexpr double kMaxFeatureEntries = 1 << 25;  // 256 MiB
  static constexpr int kMaxLength = 32;

  /// Requires 1 <= length <= kMaxLength, 0 < decay <= 1, and decay^(2 length), the weight of a contiguous
  /// match, not below the smallest normal number: NumericalError.
  SubsequenceKernel(int length, double decay,
                    SubsequenceAlgorithm algorithm = SubsequenceAlgorithm::automatic);

  arma::mat cross_gram(const Strings& a, const Strings& b) const override;
  arma::vec diagonal(const Strings& a) const override;
  arma::mat gram(const Strings& a) const override;
  /// The matrix that gram(a) would multiply; nothing where gram(a) uses the dynamic programme.
  std::optional<FeatureMap<Strings>> feature_map(const Strings& training) const override;
  /// All strings shorter than `length`; with length 1 that is the empty string alone.
  bool has_several_at_origin() const override { return length_ > 1; }

  /// Which algorithm cross_gram(a, b) uses. throws std::invalid_argument where `features` was asked for and their
  /// matrix would have more than kMaxFeatureEntries entries.
  SubsequenceAlgorithm algorithm_for(const Strings& a, const Strings& b) const;

 private:
  int length_;
  double decay_;
  SubsequenceAlgorithm algorithm_;
};

}  // namespace preimage::kernels
