#include "preimage/regression/low_rank_held_out.hpp"

#include <algorithm>
#include <utility>

#include "preimage/linalg/cholesky_in_place.hpp"
#include "preimage/linalg/incomplete_cholesky.hpp"

namespace preimage::regression {

namespace {
constexpr arma::uword kLeastSamples = 256, kSamplesPerColumn = 16;
constexpr arma::uword kFirstColumns = 32;
constexpr double kHopeless = 0.75;  // of the trace, after the first columns
}  // namespace

std::optional<arma::mat> low_rank_factor(const arma::mat& K) {
  const arma::uword m = K.n_rows, most = m / kSamplesPerColumn;
  if (m < kLeastSamples) return std::nullopt;
  const arma::vec diagonal = K.diag();
  const double noise = static_cast<double>(m) * arma::datum::eps * diagonal.max();
  const auto column = [&](arma::uword j) -> arma::vec { return K.col(j); };
  for (const arma::uword rank : {std::min(kFirstColumns, most), most}) {
    linalg::IncompleteCholesky found = linalg::incomplete_cholesky(column, diagonal, rank);
    if (found.pivots.is_empty()) return std::nullopt;
    if (found.residual_diagonal.max() <= noise) return std::move(found.factor);
    if (arma::accu(found.residual_diagonal) > kHopeless * arma::accu(diagonal)) return std::nullopt;
  }
  return std::nullopt;
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
    result.push_back(own * linalg::solve_positive_definite_in_place(
                               A, right_[f], "G_T'G_T + ridge I of a Gram matrix of low rank"));
  }
  return result;
}

}  // namespace preimage::regression
