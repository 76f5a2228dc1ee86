#pragma once

#include <algorithm>
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

/// The rounding (Kernel::rounding) from which on a sample's kernel values no longer tell neighbours apart: a
/// two-hundredth of the usual squared distance between neighbours,
///   0.005 s,  s = median over the samples j of `rows` of the smallest d^2_jl > 0 to a sample l that is not
///   equal to j,
///   d^2_jl = |K_jj + K_ll - 2 K_jl|;  where no d^2_jl is above 0: 0 where two samples differ, else infinite
/// Values of samples with a larger one are no ground for distances, nor for anything else that tells
/// neighbours apart: what the tie rule takes for equal there (base/ties.hpp) may be samples. Under the linear
/// kernel these are samples far from the origin.
/// rows      some of the n samples;  K_rows  |rows| x n;  norms, rounding  n
/// first     tells for each sample the first that is equal to it; called where rounding could make equal
///           samples differ, or different ones equal
/// cost      O(|rows| n)
double largest_rounding(const arma::uvec& rows, const arma::mat& K_rows, const arma::vec& norms,
                        const arma::vec& rounding, const std::function<arma::uvec()>& first);

/// Of all these samples, by the neighbours of some of them, which are the same for held and for streamed
/// values.
/// cost  16 n kernel values
template <class Samples>
double largest_rounding(const Kernel<Samples>& kernel, const Samples& samples) {
  using samples::sample_count;
  using samples::select;
  constexpr arma::uword kSome = 16;
  const arma::uword n = sample_count(samples), some = std::min(n, kSome);
  arma::uvec rows(some);
  for (arma::uword i = 0; i < some; ++i) rows(i) = i * n / some;
  return largest_rounding(rows, kernel.cross_gram(select(samples, rows), samples), kernel.diagonal(samples),
                          kernel.rounding(samples), [&] { return first_same(samples); });
}

}  // namespace preimage::kernels
