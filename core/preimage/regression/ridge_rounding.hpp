// How far rounding may have moved what a ridge predicts of an input.
#pragma once

#include <armadillo>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "preimage/base/lazy.hpp"

namespace preimage::regression {

// A prediction is f(x) = k(x)' A^-1 Y, A = K + ridge I. What is computed is that of A + E, with entries E_jl
// of about eps sqrt(A_jj A_ll) (the backward error of a Cholesky factorisation), and a product whose terms
// are rounded, too. To first order
//   f^ - f = w(x)' E C + rounding of k(x)' C,   w(x) = A^-1 k(x),  C = A^-1 Y,
// and over independent entries of E its mean square is
//   eps^2 (|a o w|^2 |a o s|^2 + |k o s|^2),    a_j = sqrt(A_jj),  s_j the length of row j of C.
//     [Higham 2002, sec. 7.2 and 10.1: backward errors; the mean over them, as they are independent]
// So outputs that A^-1 does not magnify are known well however small the ridge is, where eps / rcond speaks
// of the worst outputs. One step of refinement would return one draw of f^ - f, which may be near 0 by chance
// and is another one on each CPU. The mean square is the same on all of them to the digits that are left. |a
// o w| of an input is the mean square of k(x)' A^-1 (a o z) over random signs z, so a few columns take the
// place of E:                             [Kenney and Laub 1994: small-sample estimates]
//   R = (A^-1 (a o Z) |a o s| + s o Z') / sqrt(p),   error of f(x) = kRoundingOfRidge |k(x)' R|

/// In place of eps. Errors of 60 samples are found up to a half of what it says; it covers the BLAS of other
/// CPUs.
inline constexpr double kRoundingOfRidge = 8.0 * std::numeric_limits<double>::epsilon();
/// In bounds of that: twice as much, as R is rounded, too.
inline constexpr double kRoundingOfBounds = 2.0 * kRoundingOfRidge;

/// How far rounding may have moved each of t predictions. Few decisions are so close that the estimate is
/// asked for.
struct Rounding {
  Rounding(arma::vec known = {}) : Rounding(base::Lazy<arma::vec>(std::move(known))) {}
  explicit Rounding(const base::Lazy<arma::vec>& known) : bounds(known), errors(known) {}
  Rounding(base::Lazy<arma::vec> bounds_of, base::Lazy<arma::vec> estimated)
      : bounds(std::move(bounds_of)), errors(std::move(estimated)) {}
  /// What `change` makes of both.  change  of t values, which rises with each
  Rounding changed(const std::function<arma::vec(const arma::vec&)>& change) const;

  base::Lazy<arma::vec> bounds;  // t, which no error exceeds; empty: 0
  base::Lazy<arma::vec> errors;  // t, the estimate
};

/// Of what a fit predicts. As w(x)' A w(x) = k(x)' w(x) - ridge |w(x)|^2 >= 0, |w(x)| <= |k(x)| / ridge, and
///   |k(x)' R| <= (|a o s| |a| / ridge + |s|) |k(x)|
struct RidgeRounding {
  base::Lazy<arma::mat> columns{arma::mat()};  // R, m x 4; empty where it is not known
  // |k(x)' R| <= of_values |k(x)| + of_weights |w(x)|; both 0: not known
  double of_values = 0.0, of_weights = 0.0;

  /// K_test_train  t x m;  weights  t x m, w(x) of each row; or empty where of_weights is 0
  /// cost          of the bounds O(t m)
  Rounding of(const base::Lazy<arma::mat>& K_test_train,
              const base::Lazy<arma::mat>& weights = base::Lazy<arma::mat>(arma::mat())) const;
};

/// solve          B -> A^-1 B, which is kept until R is asked for
/// root_diagonal  a, m
/// C              m x q
/// cost           O(m q); of R 4 solutions
RidgeRounding rounding_of_solution(std::function<arma::mat(const arma::mat&)> solve,
                                   const arma::vec& root_diagonal, const arma::mat& C, double ridge);
/// The same of weights k(x)' S by an explicit inverse S = A^-1, each column of which is rounded by itself: C
/// = S, whose length is at most sqrt(m) / ridge.
RidgeRounding rounding_of_inverse(const base::Lazy<arma::mat>& S, const arma::vec& root_diagonal,
                                  double ridge);

/// Equations A c = y whose entries A_jl are known to eps a_j a_l, as a part of what a prediction's rounding
/// comes from.
struct RoundedEquations {
  std::function<arma::mat(const arma::mat&)> solve;  // B -> A^-1 B
  arma::vec root_diagonal;                           // a
  double scale;                                      // |a o s|
};
/// R of one or more, m x 4: sum_e scale_e A_e^-1 (a_e o Z_e) + s o Z', over 2.
/// lengths  s, of the rows of the coefficients that predict, m
arma::mat rounding_columns(const std::vector<RoundedEquations>& equations, const arma::vec& lengths);

/// m x 4 random signs, the same at each call for one purpose. Times size / 2 they are R of a prediction k(x)'
/// S whose entries S_jl are known to eps size.
inline constexpr arma::uword kRoundingColumns = 4;
arma::mat rounding_signs(arma::uword m, const std::string& purpose = "solution");

/// Errors of predictions: t values.
/// products  K_test_train R, t x 4
arma::vec rounding_errors(const arma::mat& products);

/// The lengths of rows, of matrices of any scale.
arma::vec row_lengths(const arma::mat& M);

}  // namespace preimage::regression
