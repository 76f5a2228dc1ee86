// Kernel ridge regression by a factor in single precision, whose solution is refined against K in double
// precision: half of the time of a factor in double precision, and half of its memory.
#pragma once

#include <armadillo>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "preimage/linalg/panel_cholesky.hpp"

namespace preimage::regression {

/// Fewer samples take as long in double precision.
inline constexpr arma::uword kRefinedFrom = 4096;

/// How the ridge of kRefinedFrom samples or more was solved.
struct RidgeRoute {
  enum class Factor { unsaid, single_refined, in_double, double_after_single };
  Factor factor = Factor::unsaid;
  arma::uword iterations = 0;  // of the refinement
};

/// Whether A X = Y, A = K + ridge I, is solved so; known before anything is computed. Rounding of A and of
/// its factor to single precision changes A by some E, |E| of about 2 sqrt(n) 2^-24 max A_ii, and an
/// iteration leaves the share |E| / ridge of the error: at most an eighth where
///   ridge >= 16 sqrt(n) 2^-24 max A_ii.
/// More outputs than one for 64 samples take as long in double precision, too.
/// diagonal  A_ii, n
bool can_be_refined(const arma::vec& diagonal, arma::uword n_outputs, double ridge);

struct RefinedSolution {
  arma::mat coefficients;      // n x q
  arma::uword iterations = 0;  // products with A
  double rcond = 1.0;          // as PanelCholesky's
  /// A^-1 B to single precision, B n x q of any scale.
  std::function<arma::mat(const arma::mat&)> solve = {};
};

/// A X = Y by conjugate gradients, preconditioned by the factor A + E = L L' in single precision, until the
/// residual R = Y - A X is what rounding in double precision leaves of a Cholesky factorisation,
///   |R_j| <= 8 eps (|a| |a o X_j| + |Y_j|),  a_i = sqrt(A_ii).
/// R is that of the recurrence, which in so few iterations differs from Y - A X by no more than that
/// rounding.
///     [Higham 2002, sec. 10.1 and 12; Greenbaum 1997: residuals by recurrence; Carson and Higham 2018: factor
///     and residual in two precisions]
/// diagonal  A_ii;  options  as of PanelCholesky, whose kept panels are others
/// returns   nothing where rounding in single precision makes A indefinite or its entries infinite, or where
///           R stays larger: K has negative eigenvalues, for example
/// throws    what A's blocks throw that is no NumericalError
/// cost      n^3 / 3 flops in single precision, 2 n^2 q in each for each iteration; memory refined_bytes
std::optional<RefinedSolution> refined_solution(const linalg::SymmetricTiles& A, const arma::mat& Y,
                                                const arma::vec& diagonal,
                                                const linalg::PanelOptions& options);

/// Whether its tiles are to be held: 5 GiB at most, and where there is memory for them. No bit depends on it.
bool holds_tiles(arma::uword n, const std::optional<std::uint64_t>& memory);

/// Bytes that its factor takes, beside Y, X and A's tiles.
std::uint64_t refined_bytes(arma::uword n);

}  // namespace preimage::regression
