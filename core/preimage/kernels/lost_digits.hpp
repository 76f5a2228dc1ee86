#pragma once

#include <armadillo>
#include <functional>
#include <map>
#include <vector>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

// Which samples are equal, by what they hold: kernel values tell only to rounding.

/// Sample i as a value with an order; nothing to call for a type that has none.
template <class Samples>
auto sample_value(const Samples& samples, arma::uword i) -> decltype(samples[i]) {
  return samples[i];
}
inline std::vector<double> sample_value(const Vectors& samples, arma::uword i) {
  return arma::conv_to<std::vector<double>>::from(samples.row(i));
}
inline std::vector<double> sample_value(const samples::VectorSequences& samples, arma::uword i) {
  if (samples.rows.length(i) == 0) return {};
  return arma::conv_to<std::vector<double>>::from(
      arma::vectorise(samples.elements.rows(samples.rows.span(i))));
}

template <class Samples>
concept OrderedSamples = requires(const Samples& samples) {
  sample_value(samples, 0) < sample_value(samples, 0);
};

/// The position of the first sample that is equal to each; of a type without an order its own.   cost  O(n log n)
template <class Samples>
arma::uvec first_same(const Samples& samples) {
  const arma::uword n = sample_count(samples);
  arma::uvec first(n);
  if constexpr (OrderedSamples<Samples>) {
    std::map<std::decay_t<decltype(sample_value(samples, 0))>, arma::uword> seen;
    for (arma::uword i = 0; i < n; ++i)
      first(i) = seen.try_emplace(sample_value(samples, i), i).first->second;
  } else {
    for (arma::uword i = 0; i < n; ++i) first(i) = i;
  }
  return first;
}

/// Whether a_i and b_j are equal; false for a type without an order.
template <class Samples>
bool are_same(const Samples& a, arma::uword i, const Samples& b, arma::uword j) {
  if constexpr (OrderedSamples<Samples>) {
    return sample_value(a, i) == sample_value(b, j);
  } else {
    return false;
  }
}

/// 1 for each sample i of which kernel values are rounded by more than a two-hundredth of what tells neighbours apart:
///   r_i > 0.005 s,  s = median over j of the smallest d^2_jl > 0 to another sample l that is not equal to j,
///   d^2_jl = |K_jj + K_ll - 2 K_jl|;  where no d^2_jl is above 0 and two samples differ, s = 0
/// Such a matrix is no ground for distances, nor for anything else that tells neighbours apart: what the tie rule takes for
/// equal there (base/ties.hpp) may be samples. Under the linear kernel it comes from samples far from the origin.
/// K         n x n
/// rounding  n, r_i: Kernel::rounding
/// first     tells for each sample the first that is equal to it (lost_digits.hpp); called where rounding could make equal
///           samples differ, or different ones equal
/// returns   n entries, 0 or 1;  cost O(n^2)
arma::uvec lost_digits(const arma::mat& K, const arma::vec& rounding,
                       const std::function<arma::uvec()>& first);

/// Of these samples, whose Gram matrix is K.
template <class Samples>
arma::uvec lost_digits(const Kernel<Samples>& kernel, const Samples& samples, const arma::mat& K) {
  return lost_digits(K, kernel.rounding(samples), [&] { return first_same(samples); });
}

}  // namespace preimage::kernels
