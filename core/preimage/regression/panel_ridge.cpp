#include "preimage/regression/panel_ridge.hpp"

#include <utility>

#include <fmt/format.h>

#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::regression {

arma::mat panel_ridge_coefficients(const GramBlock& train_block, const arma::mat& Y, double ridge,
                                   linalg::PanelOptions options, double* rcond) {
  require_ridge(ridge);
  if (Y.is_empty()) return Y;
  const auto block = [&](const arma::span& rows, const arma::span& columns) {
    arma::mat K = train_block(rows, columns);
    if (rows.a == columns.a) K.diag() += ridge;
    return K;
  };
  options.least_eigenvalue = ridge;
  options.matrix_words += fmt::format(" ridge {}", ridge);
  const std::string what = fmt::format("input Gram matrix + {} I", ridge);
  const linalg::PanelCholesky factor(Y.n_rows, block, options, what);
  if (rcond != nullptr) *rcond = factor.rcond();
  return factor.solve(Y);
}

}  // namespace preimage::regression
