#include "preimage/regression/low_rank_held_out.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/linalg/cholesky_in_place.hpp"
#include "preimage/linalg/incomplete_cholesky.hpp"

namespace preimage::regression {

namespace {
constexpr arma::uword kLeastSamples = 256, kSamplesPerColumn = 16;
constexpr arma::uword kFirstColumns = 32;
constexpr double kHopeless = 0.75;  // of the trace, after the first columns

/// Whether K v = G G'v for a random v. K may be no kernel's: then a small diagonal of K - G G' says nothing of what is beside it.
bool is_product(const arma::mat& K, const arma::mat& G, double noise) {
  base::Random random(base::derive_seed({"low rank"}));
  arma::vec v(K.n_rows);
  v.imbue([&] { return random.gaussian(); });
  const arma::vec difference = K * v - G * arma::vec(G.t() * v);
  return arma::abs(difference).max() <= 10.0 * std::sqrt(static_cast<double>(K.n_rows)) * noise;
}
}  // namespace

std::optional<arma::mat> low_rank_factor(const arma::mat& K) {
  const arma::uword m = K.n_rows, most = m / kSamplesPerColumn;
  if (m < kLeastSamples) return std::nullopt;
  const arma::vec diagonal = K.diag();
  if (!(diagonal.min() >= 0.0)) return std::nullopt;
  const double noise = static_cast<double>(m) * arma::datum::eps * diagonal.max();
  const auto column = [&](arma::uword j) -> arma::vec { return K.col(j); };
  linalg::IncompleteCholesky found =
      linalg::incomplete_cholesky(column, diagonal, std::min(kFirstColumns, most));
  const auto is_all = [&] { return found.residual_diagonal.max() <= noise; };
  if (!is_all() && most > kFirstColumns &&
      arma::accu(found.residual_diagonal) <= kHopeless * arma::accu(diagonal))
    found = linalg::incomplete_cholesky(column, diagonal, most);
  if (found.pivots.is_empty() || !is_all() || !is_product(K, found.factor, noise)) return std::nullopt;
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

std::vector<arma::mat> LowRankHeldOut::operator()(double ridge) const {
  std::vector<arma::mat> result;
  for (std::size_t f = 0; f < folds_.size(); ++f) {
    const arma::mat own = G_.rows(folds_[f]);
    arma::mat A = inner_products_ - own.t() * own;
    A.diag() += ridge;
    result.push_back(
        own *
        linalg::solve_positive_definite_in_place(
            A, right_[f],
            fmt::format("input Gram matrix of low rank + {} I, a fold left out (raise the ridge)", ridge)));
  }
  return result;
}

}  // namespace preimage::regression
