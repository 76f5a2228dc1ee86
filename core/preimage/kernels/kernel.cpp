#include "preimage/kernels/kernel.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace preimage::kernels {

namespace {

/// max(d, 0) that lets NaN through: std::max(0.0, NaN) is 0, which would pass a broken Gram matrix on.
double clip_at_zero(double d) {
  return d < 0.0 ? 0.0 : d;
}

}  // namespace

arma::mat squared_distances(arma::mat inner, const arma::vec& row_norms, const arma::vec& column_norms) {
  for (arma::uword j = 0; j < inner.n_cols; ++j) {
    for (arma::uword i = 0; i < inner.n_rows; ++i) {
      inner(i, j) = clip_at_zero((row_norms(i) + column_norms(j)) - 2.0 * inner(i, j));
    }
  }
  return inner;
}

arma::mat squared_distances(const arma::mat& gram) {
  if (!gram.is_square()) {
    throw std::invalid_argument(fmt::format("Gram matrix: {} x {} is not square", gram.n_rows, gram.n_cols));
  }
  const arma::vec norms = gram.diag();
  return squared_distances(gram, norms, norms);
}

}  // namespace preimage::kernels
