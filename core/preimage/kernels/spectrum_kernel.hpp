// Kernels on strings that count contiguous substrings.
#pragma once

#include <cstddef>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// What a string is a sequence of: its bytes, or its words (between spaces and tabs; how many does not
/// matter).
enum class Tokens { symbols, words };

/// The spectrum kernel: the inner product of the counts of all contiguous substrings of `longest` tokens,
///   k(s, t) = sum_{u of p tokens} #_u(s) #_u(t),  #_u(s) = sum_{i=1}^{|s|-p+1} [(s_i, ..., s_{i+p-1}) = u]
///                                         [Leslie et al. 2002; Bakir, Weston, Schoelkopf 2003, sec. 4;
///                                          Cortes, Mohri and Weston 2005, eq. (11)]
/// With shortest < longest the sum runs over all u of shortest..longest tokens (blended n-grams). A string
/// with fewer than `shortest` tokens has k = 0. Not normalised (NormalisedKernel does that). Up to 256
/// symbols, or any number of words: only the substrings that occur are counted.
/// cost  of a block: see count_products; a string has at most (longest - shortest + 1) |s| substrings
class SpectrumKernel final : public Kernel<Strings> {
 public:
  static constexpr int kMaxLength = 100;

  /// Requires 1 <= shortest <= longest: NumericalError.
  SpectrumKernel(int shortest, int longest, Tokens tokens = Tokens::symbols);

  std::string description() const override {
    return fmt::format("spectrum({} to {} {})", shortest_, longest_,
                       tokens_ == Tokens::words ? "words" : "symbols");
  }
  arma::mat cross_gram(const Strings& a, const Strings& b) const override;
  arma::mat gram(const Strings& a) const override;
  arma::vec diagonal(const Strings& a) const override;
  /// All strings with fewer than `shortest` tokens. Of n-grams, shortest = 1, that is the one without tokens.
  bool maps_several_to_zero() const override { return shortest_ > 1; }

 private:
  std::size_t shortest_, longest_;
  Tokens tokens_;
};

inline SpectrumKernel spectrum(int shortest, int longest, Tokens tokens = Tokens::symbols) {
  return {shortest, longest, tokens};
}

}  // namespace preimage::kernels
