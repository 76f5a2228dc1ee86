#include "methods/blocked_kernel_ridge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "linalg/cholesky_in_place.hpp"
#include "linalg/symmetric.hpp"

namespace preimage::methods {

namespace {

constexpr const char* kWhat = "input Gram matrix";

arma::mat checked_block(const GramBlock& gram, const arma::span& rows, const arma::span& columns) {
  arma::mat block = gram(rows, columns);
  const arma::uword n_rows = rows.b - rows.a + 1, n_columns = columns.b - columns.a + 1;
  if (block.n_rows != n_rows || block.n_cols != n_columns) {
    throw NumericalError(fmt::format("{}: a block is {} x {}, expected {} x {}", kWhat, block.n_rows,
                                     block.n_cols, n_rows, n_columns));
  }
  return block;
}

}  // namespace

arma::mat blocked_ridge_coefficients(const GramBlock& train_block, const arma::mat& Y, double ridge) {
  if (!(ridge >= 0.0)) throw NumericalError(fmt::format("ridge is {}, expected >= 0", ridge));
  const arma::uword m = Y.n_rows;
  arma::mat K(m, m, arma::fill::none);  // its part above the blocks on the diagonal is never touched
  for (arma::uword begin = 0; begin < m; begin += kGramBlockRows) {
    const arma::span rows(begin, m - 1), columns(begin, std::min(begin + kGramBlockRows, m) - 1);
    K(rows, columns) = checked_block(train_block, rows, columns);
  }
  K.diag() += ridge;
  return linalg::solve_positive_definite_in_place(K, Y, fmt::format("{} + {} I", kWhat, ridge));
}

arma::mat blocked_predictions(const GramBlock& test_block, arma::uword n_test, const arma::mat& alpha,
                              arma::uword block_rows) {
  arma::mat predictions(n_test, alpha.n_cols);
  const arma::span columns(0, alpha.n_rows - 1);
  for (arma::uword begin = 0; begin < n_test; begin += block_rows) {
    const arma::span rows(begin, std::min(begin + block_rows, n_test) - 1);
    predictions.rows(rows.a, rows.b) = checked_block(test_block, rows, columns) * alpha;
  }
  linalg::require_finite(predictions, "predictions");
  return predictions;
}

}  // namespace preimage::methods
