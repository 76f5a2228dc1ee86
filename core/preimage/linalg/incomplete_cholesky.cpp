#include "preimage/linalg/incomplete_cholesky.hpp"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/gather.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::linalg {

PartialCholesky::PartialCholesky(const arma::vec& diagonal, arma::uword max_rank)
    : diagonal_(diagonal), residual_(diagonal) {
  require_finite(diagonal, "diagonal of the Gram matrix");
  for (arma::uword i = 0; i < diagonal.n_elem; ++i) {
    if (diagonal(i) < 0.0)
      throw NumericalError(
          fmt::format("diagonal of the Gram matrix: entry {} is {}, expected >= 0", i, diagonal(i)));
  }
  make_room(max_rank);
}

void PartialCholesky::make_room(arma::uword max_rank) {
  if (max_rank > diagonal_.n_elem)
    throw NumericalError(
        fmt::format("incomplete Cholesky: rank {} of {} samples", max_rank, diagonal_.n_elem));
  if (max_rank > G_.n_cols) G_.resize(diagonal_.n_elem, max_rank);
}

bool PartialCholesky::is_independent(arma::uword j) const {
  const double noise = static_cast<double>(diagonal_.n_elem) * arma::datum::eps * diagonal_(j);
  return residual_(j) > noise;
}

std::optional<arma::uword> PartialCholesky::pivot() const {
  if (residual_.is_empty()) return std::nullopt;
  const arma::uword largest = residual_.index_max();
  if (!is_independent(largest)) return std::nullopt;
  const double least = residual_(largest) - base::kRoundingOfSums * diagonal_(largest);
  arma::uword j = 0;
  while (residual_(j) + base::kRoundingOfSums * diagonal_(j) < least || !is_independent(j)) ++j;
  return j;
}

const arma::vec& PartialCholesky::append(arma::uword j, const arma::vec& column) {
  if (rank_ == G_.n_cols) throw NumericalError(fmt::format("incomplete Cholesky: rank {} is reached", rank_));
  if (column.n_elem != G_.n_rows)
    throw NumericalError(
        fmt::format("incomplete Cholesky: a column of {} entries, expected {}", column.n_elem, G_.n_rows));
  require_finite(column, fmt::format("column {} of the Gram matrix", j));
  if (!is_independent(j))
    throw NumericalError(fmt::format("incomplete Cholesky: sample {} is in the span of those chosen", j));
  newest_ = column;
  if (rank_ > 0) newest_ -= first_columns(G_, rank_) * G_(j, arma::span(0, rank_ - 1)).t();
  newest_ /= std::sqrt(residual_(j));
  G_.col(rank_++) = newest_;
  residual_ = arma::clamp(residual_ - arma::square(newest_), 0.0, arma::datum::inf);
  residual_(j) = 0.0;
  return newest_;
}

IncompleteCholesky incomplete_cholesky(const std::function<arma::vec(arma::uword i)>& column,
                                       const arma::vec& diagonal, arma::uword max_rank, double tolerance) {
  if (!(tolerance >= 0.0 && tolerance < 1.0))
    throw NumericalError(fmt::format("incomplete Cholesky: tolerance is {}, expected 0 <= t < 1", tolerance));
  PartialCholesky partial(diagonal, max_rank);
  const double enough = tolerance * arma::accu(diagonal);
  std::vector<arma::uword> pivots;
  while (partial.rank() < max_rank) {
    const std::optional<arma::uword> pivot = partial.pivot();
    if (arma::accu(partial.residual_diagonal()) <= enough || !pivot) break;
    partial.append(*pivot, column(*pivot));
    pivots.push_back(*pivot);
  }
  return {arma::uvec(pivots), partial.factor(), partial.residual_diagonal()};
}

}  // namespace preimage::linalg
