#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"
#include "preimage/samples/tokens.hpp"

namespace preimage::kernels {

/// Two exact algorithms. `automatic` takes the one with the smaller estimated cost, by rule (below) and not
/// by the CPU, so that it is the same on every machine.
enum class SubsequenceAlgorithm { automatic, features, dynamic_programme };

/// The string subsequence kernel: all subsequences of r symbols, contiguous or not, weighted by their spread.
///   k(s, t) = sum_{u of r symbols} sum_{i: u = s[i]} sum_{j: u = t[j]} lambda^(l(i) + l(j)),
///   i_1 < ... < i_r,  l(i) = i_r - i_1 + 1      [Lodhi et al. 2002, def. 1; NIPS 2002 and TR-098, eq. (4)]
/// A string shorter than r has k = 0. Not normalised (NormalisedKernel does that).
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
                    SubsequenceAlgorithm algorithm = SubsequenceAlgorithm::automatic,
                    samples::Tokens tokens = samples::Tokens::bytes);

  std::string description() const override {
    return fmt::format(
        "subsequence(length = {}, decay = {}{})", length_, decay_,
        tokens_ == samples::Tokens::bytes ? "" : fmt::format(", {}", samples::name_of(tokens_)));
  }
  /// throws  std::invalid_argument for a string that cannot be cut (samples::cut); so the others
  arma::mat cross_gram(const Strings& a, const Strings& b) const override;
  arma::vec diagonal(const Strings& a) const override;
  arma::mat gram(const Strings& a) const override;
  /// The matrix that gram(a) would multiply; nothing where gram(a) uses the dynamic programme.
  std::optional<FeatureMap<Strings>> feature_map(const Strings& training) const override;
  /// All strings shorter than `length`; with length 1 that is the empty string alone.
  bool maps_several_to_zero() const override { return length_ > 1; }

  /// Which algorithm cross_gram(a, b) uses. throws std::invalid_argument where `features` was asked for and
  /// their matrix would have more than kMaxFeatureEntries entries.
  SubsequenceAlgorithm algorithm_for(const Strings& a, const Strings& b) const;

 private:
  /// Of strings of numbered symbols, of which there are `alphabet`.
  SubsequenceAlgorithm algorithm_for(const std::vector<std::u32string>& a,
                                     const std::vector<std::u32string>& b, std::size_t alphabet) const;

  int length_;
  double decay_;
  SubsequenceAlgorithm algorithm_;
  samples::Tokens tokens_;
};

inline SubsequenceKernel subsequence(int length, double decay) {
  return {length, decay};
}

/// The explicit features of the subsequence kernel (subsequence_kernel.hpp):
///   psi_u(s) = sum over i with s[i] = u of lambda^l(i),  for every u of r symbols
/// One pass over each string keeps, for every prefix, the sum over its occurrences so far, weighted down by
/// lambda per symbol passed; no subtraction, hence small relative error in every feature.
/// samples   strings of symbols, numbered below `alphabet`; another number is part of no feature, and of gaps
///           as any other; length r >= 1, 0 < decay <= 1
/// returns   alphabet^r x |samples|, one *column* per sample (the product F'F then reads whole columns);
///           u_1 varies fastest along the rows
/// cost      O(alphabet^(r-1)) per symbol
arma::mat subsequence_features(const std::vector<std::u32string>& samples, std::size_t alphabet, int length,
                               double decay);

}  // namespace preimage::kernels
