#include "preimage/linalg/incomplete_cholesky.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/linalg/gather.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::linalg {

namespace {

/// What rounding may leave of a sample in the span of others: entries of a Gram matrix of m samples with K_jj
/// = `norm`.
double noise_of(arma::uword m, double norm) {
  return static_cast<double>(m) * arma::datum::eps * norm;
}

}  // namespace

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
  return residual_(j) > noise_of(diagonal_.n_elem, diagonal_(j));
}

std::optional<arma::uword> PartialCholesky::pivot() const {
  std::optional<arma::uword> largest;
  for (arma::uword j = 0; j < residual_.n_elem; ++j) {
    if (is_independent(j) && (!largest || residual_(j) > residual_(*largest))) largest = j;
  }
  if (!largest) return std::nullopt;
  const double least = residual_(*largest) - base::kRoundingOfSums * diagonal_(*largest);
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

namespace {

/// The factor of all samples in their order, where they are independent of each other.
std::optional<arma::mat> whole_factor(const arma::mat& K) {
  arma::mat L;
  if (!arma::chol(L, K, "lower")) return std::nullopt;
  for (arma::uword j = 0; j < L.n_rows; ++j) {
    if (!(L(j, j) * L(j, j) > noise_of(K.n_rows, K(j, j)))) return std::nullopt;
  }
  return L;
}

}  // namespace

IndependentCholesky independent_cholesky(const arma::mat& K, const std::string& what) {
  require_symmetric(K, what);
  IndependentCholesky result;
  if (K.is_empty()) return result;
  if (std::optional<arma::mat> L = whole_factor(K)) {
    result.kept = arma::regspace<arma::uvec>(0, K.n_rows - 1);
    result.L = *std::move(L);
    result.norm = arma::norm(K, 1);
  } else {
    PartialCholesky partial(K.diag(), K.n_rows);
    std::vector<arma::uword> pivots;
    while (const std::optional<arma::uword> pivot = partial.pivot()) {
      partial.append(*pivot, K.col(*pivot));
      pivots.push_back(*pivot);
    }
    if (pivots.empty()) return result;
    result.kept = arma::uvec(pivots);
    result.L = arma::trimatl(partial.factor().rows(result.kept));
    result.norm = arma::norm(K.submat(result.kept, result.kept), 1);
  }
  const arma::vec unscaled(result.L.n_rows, arma::fill::ones);
  result.rcond = reciprocal_condition(ScaledMatrix{unscaled, result.norm}, result.L);
  return result;
}

}  // namespace preimage::linalg
