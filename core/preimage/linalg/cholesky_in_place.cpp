#include "preimage/linalg/cholesky_in_place.hpp"

#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/linalg/triangular.hpp"

namespace preimage::linalg {

arma::mat solve_positive_definite_in_place(arma::mat& A, const arma::mat& B, const std::string& what,
                                           double ridge, double* rcond) {
  require_finite(B, what + " (right-hand side)");
  if (!A.is_square() || A.n_rows != B.n_rows) {
    throw NumericalError(
        fmt::format("{}: {} x {} with {} right-hand rows", what, A.n_rows, A.n_cols, B.n_rows));
  }
  arma::mat X = B;
  if (X.is_empty()) return X;
  const ScaledMatrix scaled = scaled_matrix(A);  // OpenBLAS's potrf passes NaN on
  if (!std::isfinite(scaled.norm)) throw NumericalError(what + ": an entry is not a finite number");
  if (!factorise_lower(A.n_rows, {A.memptr(), A.n_rows}))
    throw NumericalError(what + ": not positive definite");
  const double largest = scaled.root_diagonal.max();
  const double bound = condition_bound(A.n_rows, largest * largest, ridge);
  const bool is_bounded = bound >= kFewDigits && has_pivots_of(A, ridge);
  const double certain =
      is_bounded ? bound : certain_condition(reciprocal_condition(scaled, A), scaled, ridge);
  require_regular(certain, what);
  if (rcond != nullptr) *rcond = certain;
  solve_lower(A, X);
  solve_lower_transposed(A, X);
  return X;
}

}  // namespace preimage::linalg
