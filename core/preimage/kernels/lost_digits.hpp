#pragma once

#include <algorithm>
#include <armadillo>
#include <functional>

#include "preimage/kernels/equal_samples.hpp"
#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// The rounding (Kernel::rounding) from which on a sample's kernel values no longer tell neighbours apart: a
/// two-hundredth of the usual squared distance between neighbours,
///   0.005 s,  s = median over the samples j of `rows` of the smallest d^2_jl > 0 to a sample l that is not
///   equal to j,
///   d^2_jl = |K_jj + K_ll - 2 K_jl|;  where no d^2_jl is above 0: 0 where two samples differ, else infinite
/// Values of samples with a larger one are no ground for distances, nor for anything else that tells
/// neighbours apart: what the tie rule takes for equal there (base/ties.hpp) may be samples. Under the linear
/// kernel these are samples far from the origin.
/// rows      some of the n samples;  K_rows  |rows| x n;  norms, rounding  n
/// equal     tells whether two samples are equal (equal_samples.hpp); called where rounding could make equal
///           samples differ, or different ones equal
/// cost      O(|rows| n)
double largest_rounding(const arma::uvec& rows, const arma::mat& K_rows, const arma::vec& norms,
                        const arma::vec& rounding,
                        const std::function<bool(arma::uword, arma::uword)>& equal);

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
                          kernel.rounding(samples), EqualSamples<Samples>(samples, samples));
}

}  // namespace preimage::kernels
