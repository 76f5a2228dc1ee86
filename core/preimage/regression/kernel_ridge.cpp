#include "preimage/regression/kernel_ridge.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/tiles.hpp"

namespace preimage::regression {

namespace {

/// [begin, begin + size), cut at `end`.
arma::span span_of(arma::uword begin, arma::uword size, arma::uword end) {
  return arma::span(begin, std::min(begin + size, end) - 1);
}

}  // namespace

RidgeFit fit_ridge(const kernels::Gram& K, const arma::mat& Y, double ridge, linalg::PanelOptions options) {
  require_ridge(ridge);
  if (Y.is_empty()) return {Y};
  const auto block = [&](const arma::span& rows, const arma::span& columns) {
    arma::mat values = K.block(rows, columns);
    if (rows.a == columns.a) values.diag() += ridge;
    return values;
  };
  options.least_eigenvalue = ridge;
  options.matrix_words += fmt::format(" ridge {}", ridge);
  const linalg::PanelCholesky factor(Y.n_rows, block, options,
                                     fmt::format("input Gram matrix + {} I", ridge));
  return {factor.solve(Y), factor.rcond()};
}

arma::mat predict_by_blocks(const kernels::Gram& K_test_train, const arma::mat& alpha,
                            const BlockShape& shape, std::size_t threads) {
  const arma::uword n_test = K_test_train.n_rows();
  arma::mat predictions(n_test, alpha.n_cols, arma::fill::zeros);
  base::for_each_tile((n_test + shape.rows - 1) / shape.rows, threads, [&](std::size_t tile) {
    const arma::span rows = span_of(tile * shape.rows, shape.rows, n_test);
    arma::mat sum(rows.b - rows.a + 1, alpha.n_cols, arma::fill::zeros);
    for (arma::uword column = 0; column < alpha.n_rows; column += shape.columns) {
      const arma::span columns = span_of(column, shape.columns, alpha.n_rows);
      sum += K_test_train.block(rows, columns) * alpha.rows(columns.a, columns.b);
    }
    predictions.rows(rows.a, rows.b) = sum;
  });
  linalg::require_finite(predictions, "predictions");
  return predictions;
}

linalg::SymmetricMatrix input_gram_matrix(arma::mat K) {
  return {std::move(K), "input Gram matrix"};
}

void require_ridge(double ridge) {
  if (!(ridge >= 0.0)) throw NumericalError(fmt::format("ridge is {}, expected >= 0", ridge));
}

arma::mat ridge_dual_operator(const linalg::SymmetricMatrix& K, RidgeForm form, double ridge, double* rcond) {
  require_ridge(ridge);
  if (form == RidgeForm::plain) return linalg::regularised_inverse(K, ridge, rcond);
  return SquaredRidgePath(K).smoother(ridge, rcond);
}

arma::mat ridge_dual_operator(const arma::mat& K, RidgeForm form, double ridge) {
  return ridge_dual_operator(input_gram_matrix(K), form, ridge);
}

SquaredRidgePath::SquaredRidgePath(const linalg::SymmetricMatrix& K) {
  linalg::Eigen eigen = linalg::symmetric_eigen(K);
  values_ = std::move(eigen.values);
  vectors_ = std::move(eigen.vectors);
}

arma::mat SquaredRidgePath::smoother(double ridge, double* rcond) const {
  require_ridge(ridge);
  const arma::vec denominators = arma::square(values_) + ridge;
  // An eigenvalue of K is known to about m eps of the largest; without a ridge to hide it, that noise would
  // be divided by its own square.
  const double noise = static_cast<double>(values_.n_elem) * arma::datum::eps * arma::abs(values_).max();
  if (!(std::sqrt(denominators.min()) > noise)) {
    throw NumericalError(fmt::format("K'K + {} I is singular; raise the ridge", ridge));
  }
  if (rcond != nullptr) *rcond = std::sqrt(denominators.min() / denominators.max());
  const arma::vec factors = values_ / denominators;
  return vectors_ * arma::diagmat(factors) * vectors_.t();
}

arma::mat held_out_weights(const arma::mat& G, const arma::uvec& held_out, const arma::uvec& rest) {
  const arma::mat G_FF = G.submat(held_out, held_out);
  const arma::mat G_FT = G.submat(held_out, rest);
  return -linalg::solve_positive_definite(G_FF, G_FT, "held-out block of (K + ridge I)^-1");
}

arma::mat leave_one_out_weights(const arma::mat& G, bool centred) {
  const arma::vec diagonal = G.diag();
  arma::mat weights = -(G.each_col() / diagonal);
  weights.diag().zeros();
  if (centred) {
    weights.each_col() += (1.0 - arma::sum(weights, 1)) / static_cast<double>(G.n_cols - 1);
    weights.diag().zeros();
  }
  return weights;
}

arma::mat with_centred_outputs(const arma::mat& weights) {
  arma::mat shifted = weights;
  shifted.each_col() += (1.0 - arma::sum(weights, 1)) / static_cast<double>(weights.n_cols);
  return shifted;
}

}  // namespace preimage::regression
