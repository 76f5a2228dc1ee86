#include "preimage/regression/blocked_kernel_ridge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/tiles.hpp"
#include "preimage/linalg/cholesky_in_place.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::regression {

namespace {

constexpr const char* kGramMatrix = "input Gram matrix";

arma::mat checked_block(const GramBlock& gram, const arma::span& rows, const arma::span& columns) {
  arma::mat block = gram(rows, columns);
  const arma::uword n_rows = rows.b - rows.a + 1, n_columns = columns.b - columns.a + 1;
  if (block.n_rows != n_rows || block.n_cols != n_columns) {
    throw NumericalError(fmt::format("{}: a block is {} x {}, expected {} x {}", kGramMatrix, block.n_rows,
                                     block.n_cols, n_rows, n_columns));
  }
  return block;
}

/// [begin, begin + size), cut at `end`.
arma::span span_of(arma::uword begin, arma::uword size, arma::uword end) {
  return arma::span(begin, std::min(begin + size, end) - 1);
}

}  // namespace

arma::mat blocked_ridge_coefficients(const GramBlock& train_block, const arma::mat& Y, double ridge,
                                     const BlockShape& shape, double* rcond) {
  require_ridge(ridge);
  const arma::uword m = Y.n_rows;
  arma::mat K(m, m, arma::fill::none);  // its part above the blocks on the diagonal is never touched
  for (arma::uword column = 0; column < m; column += shape.columns) {
    const arma::span columns = span_of(column, shape.columns, m);
    for (arma::uword row = column; row < m; row += shape.rows) {
      const arma::span rows = span_of(row, shape.rows, m);
      K(rows, columns) = checked_block(train_block, rows, columns);
    }
  }
  K.diag() += ridge;
  return linalg::solve_positive_definite_in_place(K, Y, fmt::format("{} + {} I", kGramMatrix, ridge), ridge,
                                                  rcond);
}

arma::mat blocked_predictions(const GramBlock& test_block, arma::uword n_test, const arma::mat& alpha,
                              const BlockShape& shape, std::size_t threads) {
  arma::mat predictions(n_test, alpha.n_cols, arma::fill::zeros);
  base::for_each_tile((n_test + shape.rows - 1) / shape.rows, threads, [&](std::size_t tile) {
    const arma::span rows = span_of(tile * shape.rows, shape.rows, n_test);
    arma::mat sum(rows.b - rows.a + 1, alpha.n_cols, arma::fill::zeros);
    for (arma::uword column = 0; column < alpha.n_rows; column += shape.columns) {
      const arma::span columns = span_of(column, shape.columns, alpha.n_rows);
      sum += checked_block(test_block, rows, columns) * alpha.rows(columns.a, columns.b);
    }
    predictions.rows(rows.a, rows.b) = sum;
  });
  linalg::require_finite(predictions, "predictions");
  return predictions;
}

}  // namespace preimage::regression
