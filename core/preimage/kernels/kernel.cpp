#include "preimage/kernels/kernel.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/ties.hpp"

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

arma::mat errors_of_values(const arma::vec& row_norms, const arma::vec& column_norms) {
  arma::mat errors(row_norms.n_elem, column_norms.n_elem, arma::fill::zeros);
  errors.each_col() += base::kRoundingOfSums * arma::abs(row_norms);
  errors.each_row() += base::kRoundingOfSums * arma::abs(column_norms).t();
  return errors;
}

std::string kind_of(const Vectors& samples) {
  return fmt::format("vectors of {} numbers", samples.n_cols);
}

std::string kind_of(const samples::VectorSequences& samples) {
  return fmt::format("sequences of vectors of {} numbers", samples.elements.n_cols);
}

}  // namespace preimage::kernels
