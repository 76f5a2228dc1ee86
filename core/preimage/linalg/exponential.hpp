// The exponential of many numbers at once.
#pragma once

#include <armadillo>

namespace preimage::linalg {

/// Each of `count` numbers becomes its exponential. With n = round(128 x / log 2) = 128 k + j and r = x - n
/// log 2 / 128,
///   exp(x) = 2^k 2^(j/128) (1 + r + r^2/2 + ... + r^5/120)  [Tang 1989, table-driven exponential function]
/// where 2^(j/128) is from a table. The coefficients (fitted to |r| <= log 2 / 256) and the order of the
/// steps are those of Arm's Optimized Routines, which the C libraries of Linux took over: where these use
/// fused multiply-adds, too, the bits are those of std::exp, and the same whether the CPU has AVX2 or
/// AVX-512. Without fused multiply-adds this is std::exp itself.
/// error   at most .511 units in the last place; NaN and what lies beyond -650 and 708 go to std::exp, or are
///         0 below -746
/// cost    about a third of as many calls of std::exp
void exponentials_in_place(double* values, arma::uword count);

/// Gaussian of a distance: exp(-d^2 / (2 sigma^2)), elementwise; 1 at d = 0 and 0 elsewhere for a sigma whose
/// square is no number any more.
/// throws  NumericalError unless sigma > 0
arma::mat gaussian_of_squared_distances(arma::mat squared_distances, double sigma);
/// The same of `count` numbers in their place.
void gaussian_in_place(double* squared_distances, arma::uword count, double sigma);

}  // namespace preimage::linalg
