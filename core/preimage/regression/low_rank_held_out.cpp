#include "preimage/regression/low_rank_held_out.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/cholesky_in_place.hpp"
#include "preimage/linalg/incomplete_cholesky.hpp"
#include "preimage/linalg/triangular.hpp"

namespace preimage::regression {

namespace {
constexpr arma::uword kLeastSamples = 256, kSamplesPerColumn = 16;
constexpr arma::uword kFirstColumns = 32;
constexpr double kLeft = 0.01;  // of a column's inner product: two digits are lost by the subtraction at most
constexpr double kHopeless = 0.75;  // of the trace, after the first columns

/// sqrt(K_ii); 1 where K_ii is 0.
arma::vec sizes_of(const arma::vec& diagonal) {
  arma::vec sizes = arma::sqrt(diagonal);
  sizes.replace(0.0, 1.0);
  return sizes;
}

/// Whether K v = G G'v for a random v, each sample in units of its own size: |K - G G'|_ij <= m eps sqrt(K_ii K_jj).
/// K may be no kernel's: then a small diagonal of K - G G' says nothing of what is beside it.
bool is_product(const arma::mat& K, const arma::mat& G, const arma::vec& sizes) {
  base::Random random(base::derive_seed({"low rank"}));
  arma::vec v(K.n_rows);
  v.imbue([&] { return random.gaussian(); });
  v /= sizes;
  const arma::vec difference = (K * v - G * arma::vec(G.t() * v)) / sizes;
  const double m = static_cast<double>(K.n_rows);
  return arma::abs(difference).max() <= 10.0 * std::sqrt(m) * m * arma::datum::eps;
}
}  // namespace

std::optional<arma::mat> low_rank_factor(const arma::mat& K) {
  const arma::uword m = K.n_rows, most = m / kSamplesPerColumn;
  if (m < kLeastSamples) return std::nullopt;
  const arma::vec diagonal = K.diag();
  if (!(diagonal.min() >= 0.0)) return std::nullopt;
  const arma::vec noise = static_cast<double>(m) * arma::datum::eps * diagonal;
  const auto column = [&](arma::uword j) -> arma::vec { return K.col(j); };
  linalg::IncompleteCholesky found =
      linalg::incomplete_cholesky(column, diagonal, std::min(kFirstColumns, most));
  const auto is_all = [&] { return arma::all(found.residual_diagonal <= noise); };
  if (!is_all() && most > kFirstColumns &&
      arma::accu(found.residual_diagonal) <= kHopeless * arma::accu(diagonal))
    found = linalg::incomplete_cholesky(column, diagonal, most);
  if (found.pivots.is_empty() || !is_all() || !is_product(K, found.factor, sizes_of(diagonal)))
    return std::nullopt;
  return std::move(found.factor);
}

LowRankHeldOut::LowRankHeldOut(arma::mat G, std::vector<arma::span> folds,
                               const std::vector<arma::mat>& targets)
    : G_(std::move(G)), inner_products_(G_.t() * G_), folds_(std::move(folds)) {
  std::vector<arma::mat> own;
  for (std::size_t f = 0; f < folds_.size(); ++f) own.push_back(G_.rows(folds_[f]).t() * targets[f]);
  arma::mat sum(arma::size(own.front()), arma::fill::zeros);  // of the folds before, then of those behind
  for (const arma::mat& one : own) {
    right_.push_back(sum);
    sum += one;
  }
  sum.zeros();
  for (std::size_t f = folds_.size(); f-- > 0;) {
    right_[f] += sum;
    sum += own[f];
  }
}

arma::mat LowRankHeldOut::inner_products_without(std::size_t fold) const {
  const arma::mat own = G_.rows(folds_[fold]);
  arma::mat rest = inner_products_ - own.t() * own;
  const arma::vec left = rest.diag(), whole = inner_products_.diag();
  if (arma::all(left >= kLeft * whole)) return rest;
  rest.zeros();
  for (std::size_t f = 0; f < folds_.size(); ++f) {
    if (f != fold) rest += G_.rows(folds_[f]).t() * G_.rows(folds_[f]);
  }
  return rest;
}

std::vector<arma::mat> LowRankHeldOut::operator()(double ridge) const {
  std::vector<arma::mat> result;
  for (std::size_t f = 0; f < folds_.size(); ++f) {
    arma::mat A = inner_products_without(f);
    A.diag() += ridge;
    result.push_back(
        G_.rows(folds_[f]) *
        linalg::solve_positive_definite_in_place(
            A, right_[f],
            fmt::format("input Gram matrix of low rank + {} I, a fold left out (raise the ridge)", ridge),
            ridge));
  }
  return result;
}

double LowRankHeldOut::reciprocal_condition(const linalg::ScaledMatrix& A, double ridge) const {
  arma::mat L = inner_products_;
  L.diag() += ridge;
  if (!linalg::factorise_lower(L.n_rows, {L.memptr(), L.n_rows})) return 0.0;
  const double found = linalg::reciprocal_condition(A, [&](const arma::vec& x) -> arma::vec {
    arma::mat y = G_.t() * x;
    linalg::solve_lower(L, y);
    linalg::solve_lower_transposed(L, y);
    return (x - G_ * arma::vec(y.col(0))) / ridge;
  });
  return linalg::certain_condition(found, A, ridge);
}

}  // namespace preimage::regression
