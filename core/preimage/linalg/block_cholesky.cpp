#include "preimage/linalg/block_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/gather.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/linalg/triangular.hpp"

namespace preimage::linalg {

namespace {

constexpr arma::uword kPanel = 64;

/// What rounding may leave of a sample in the span of others: entries of a Gram matrix of m samples with K_jj = `norm`.
double noise_of(arma::uword m, double norm) {
  return static_cast<double>(m) * arma::datum::eps * norm;
}

double inverse_norm_of(arma::mat& L, double norm) {  // LAPACK wants it writable, and does not write
  char lower = 'L';
  auto n = static_cast<arma::blas_int>(L.n_rows);
  arma::vec work(3 * L.n_rows);
  arma::podarray<arma::blas_int> integers(L.n_rows);
  double reciprocal = 0.0;
  arma::blas_int info = 0;
  arma::lapack::pocon(&lower, &n, L.memptr(), &n, &norm, &reciprocal, work.memptr(), integers.memptr(),
                      &info);
  return 1.0 / (reciprocal * norm);
}

/// The factor of all samples, where they are independent of each other.
std::optional<arma::mat> whole_factor(const arma::mat& K) {
  arma::mat L;
  if (!arma::chol(L, K, "lower")) return std::nullopt;
  for (arma::uword j = 0; j < L.n_rows; ++j) {
    if (!(L(j, j) * L(j, j) > noise_of(K.n_rows, K(j, j)))) return std::nullopt;
  }
  return L;
}

}  // namespace

BlockCholesky::BlockCholesky(const arma::vec& diagonal, arma::uword max_rank)
    : diagonal_(diagonal), residual_(diagonal) {
  require_finite(diagonal, "diagonal of the Gram matrix");
  if (!diagonal.is_empty() && diagonal.min() < 0.0)
    throw NumericalError(
        fmt::format("diagonal of the Gram matrix: {} is there, expected >= 0", diagonal.min()));
  if (max_rank > diagonal.n_elem)
    throw NumericalError(fmt::format("Cholesky by blocks: rank {} of {} samples", max_rank, diagonal.n_elem));
  G_.zeros(diagonal.n_elem, max_rank);
}

arma::uvec BlockCholesky::append(const arma::uvec& samples, arma::mat columns, const Accept& accept) {
  const arma::uword m = G_.n_rows, b = samples.n_elem;
  if (columns.n_rows != m || columns.n_cols != b)
    throw NumericalError(fmt::format("Cholesky by blocks: columns of {} x {}, expected {} x {}",
                                     columns.n_rows, columns.n_cols, m, b));
  require_finite(columns, "columns of the Gram matrix");
  if (rank_ > 0) {
    const arma::mat G = first_columns(G_, rank_);
    columns -= G * G.rows(samples).t();
  }
  arma::mat H = columns.rows(samples);  // what is left of the block, then of its rest
  std::vector<arma::uword> added;
  arma::mat L(b, b, arma::fill::zeros);
  for (arma::uword j = 0; j < b && added.size() < room(); ++j) {
    const double remains = H(j, j);
    if (!(remains > noise_of(m, diagonal_(samples(j))))) continue;
    if (accept && !accept(samples(j), remains, residual_(samples(j)))) continue;
    const arma::vec l = H.col(j) / std::sqrt(remains);
    L.col(added.size()) = l;
    added.push_back(j);
    H -= l * l.t();
  }
  const arma::uvec positions(added);
  if (positions.is_empty()) return positions;
  const arma::uword last = rank_ + positions.n_elem - 1;
  arma::mat G_new = columns.cols(positions);
  solve_lower_from_right(arma::mat(L.submat(positions, arma::regspace<arma::uvec>(0, positions.n_elem - 1))),
                         G_new);
  G_.cols(rank_, last) = G_new;
  residual_ = arma::clamp(residual_ - arma::sum(arma::square(G_new), 1), 0.0, arma::datum::inf);
  residual_.elem(samples.elem(positions)).zeros();
  rank_ = last + 1;
  return positions;
}

IndependentCholesky independent_cholesky(const arma::mat& K, const std::string& what) {
  require_symmetric(K, what);
  IndependentCholesky result;
  if (std::optional<arma::mat> L = whole_factor(K)) {
    if (K.n_rows > 0) result.kept = arma::regspace<arma::uvec>(0, K.n_rows - 1);
    result.L = std::move(*L);
  } else {
    BlockCholesky blocks(K.diag(), K.n_rows);
    for (arma::uword begin = 0; begin < K.n_rows; begin += kPanel) {
      const auto panel = arma::regspace<arma::uvec>(begin, std::min(begin + kPanel, K.n_rows) - 1);
      result.kept = arma::join_cols(result.kept, panel.elem(blocks.append(panel, K.cols(panel))));
    }
    result.L = arma::trimatl(blocks.factor().rows(result.kept));
  }
  if (result.kept.is_empty()) return result;
  const bool are_all = result.kept.n_elem == K.n_rows;  // then nothing is gathered
  result.norm = are_all ? arma::norm(K, 1) : arma::norm(K.submat(result.kept, result.kept), 1);
  result.inverse_norm = inverse_norm_of(result.L, result.norm);
  return result;
}

}  // namespace preimage::linalg
