// Kernels on strings that count contiguous substrings.
#pragma once

#include <cstddef>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"
#include "preimage/samples/tokens.hpp"

namespace preimage::kernels {

using samples::Tokens;

/// The spectrum kernel: the inner product of the counts of all contiguous substrings of `longest` tokens,
///   k(s, t) = sum_{u of p tokens} #_u(s) #_u(t),  #_u(s) = sum_{i=1}^{|s|-p+1} [(s_i, ..., s_{i+p-1}) = u]
///                                         [Leslie et al. 2002; Bakir, Weston, Schoelkopf 2003, sec. 4;
///                                          Cortes, Mohri and Weston 2005, eq. (11)]
/// With shortest < longest the sum runs over all u of shortest..longest tokens (blended n-grams). A string
/// with fewer than `shortest` tokens has k = 0. Not normalised (NormalisedKernel does that). Any number of
/// tokens: only the substrings that occur are counted.
/// With a boundary a substring of n tokens is counted in the string with n - 1 boundary tokens in front and
/// behind (samples::with_boundary), so the counts say how a string begins and ends, and for n > 1 no string
/// is too short.
/// cost  of a block: see count_products; a string has at most (longest - shortest + 1) |s| substrings
class SpectrumKernel final : public Kernel<Strings> {
 public:
  static constexpr int kMaxLength = 100;

  /// Requires 1 <= shortest <= longest: NumericalError.
  SpectrumKernel(int shortest, int longest, Tokens tokens = Tokens::bytes, bool has_boundary = false);

  std::string description() const override {
    return fmt::format("spectrum({} to {} {}{})", shortest_, longest_,
                       tokens_ == Tokens::bytes ? "symbols" : samples::name_of(tokens_),
                       has_boundary() ? ", with a boundary" : "");
  }
  std::size_t shortest() const { return shortest_; }
  std::size_t longest() const { return longest_; }
  Tokens tokens() const { return tokens_; }
  bool has_boundary() const { return boundaries_ > 0; }
  /// throws  std::invalid_argument for a string that cannot be cut (samples::cut), NumericalError for one
  ///         that holds the byte 0, the boundary, where there is one; so the others
  arma::mat cross_gram(const Strings& a, const Strings& b) const override;
  arma::mat gram(const Strings& a) const override;
  arma::vec diagonal(const Strings& a) const override;
  /// All strings with fewer than `shortest` tokens. Of n-grams, shortest = 1, that is the one without tokens.
  bool maps_several_to_zero() const override { return shortest_ > 1 && !has_boundary(); }

 private:
  std::size_t shortest_, longest_;
  Tokens tokens_;
  std::size_t boundaries_;  // at each end of a string
};

inline SpectrumKernel spectrum(int shortest, int longest, Tokens tokens = Tokens::bytes) {
  return {shortest, longest, tokens};
}

}  // namespace preimage::kernels
