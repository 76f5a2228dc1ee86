#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// The symbols that occur in some samples, numbered in ascending order of their bytes.
struct Alphabet {
  std::array<bool, 256> occurs{};
  std::array<std::size_t, 256> index{};  // of a byte that occurs; 0 for the others
  std::size_t size = 0;
};

Alphabet alphabet_of(std::initializer_list<const Strings*> samples);

/// The explicit features of the subsequence kernel (subsequence_kernel.hpp):
///   psi_u(s) = sum over i with s[i] = u of lambda^l(i),  for every u of r symbols      [TR-098, eq. (4)]
/// One pass over each string keeps, for every prefix, the sum over its occurrences so far, weighted down by
/// lambda per symbol passed; no subtraction, hence small relative error in every feature.
/// samples   strings; a symbol that is not in `alphabet` is part of no feature, and of gaps as any other;  length r >= 1, 0 < decay <= 1
/// returns   alphabet.size^r x |samples|, one *column* per sample (the product F'F then reads whole columns);
///           u_1 varies fastest along the rows
/// cost      O(alphabet.size^(r-1)) per symbol
arma::mat subsequence_features(const Strings& samples, const Alphabet& alphabet, int length, double decay);

}  // namespace preimage::kernels
