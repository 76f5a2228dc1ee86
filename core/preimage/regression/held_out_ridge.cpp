#include "preimage/regression/held_out_ridge.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/flush_subnormals.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::regression {

namespace {
constexpr const char* kWhat = "input Gram matrix";
constexpr double kSmallEnough = 0.5;    // of c: beyond it the series takes more than 50 terms
constexpr double kLastDigit = 1.1e-16;  // half of what a double resolves
constexpr double kFactorFlops = 0.75;   // of the factor and its blocks, per m^3
}  // namespace

HeldOutRidge::HeldOutRidge(arma::mat K, const arma::mat& Y, const std::vector<arma::uword>& fold_sizes)
    : K_(std::move(K)) {
  linalg::require_symmetric(K_, kWhat);
  const arma::uword m = std::accumulate(fold_sizes.begin(), fold_sizes.end(), arma::uword{0});
  const bool empty = std::find(fold_sizes.begin(), fold_sizes.end(), arma::uword{0}) != fold_sizes.end();
  if (fold_sizes.size() < 2 || empty || m != K_.n_rows || m != Y.n_rows) {
    throw NumericalError(fmt::format("held-out folds of {} samples in all do not cut {} samples, {} outputs",
                                     m, K_.n_rows, Y.n_rows));
  }
  arma::uword begin = 0;
  for (const arma::uword size : fold_sizes) {
    const arma::span fold(begin, begin + size - 1);
    arma::mat rest = Y;
    rest.shed_rows(fold.a, fold.b);
    folds_.push_back(fold);
    targets_.push_back(arma::join_rows(Y.rows(fold), arma::vec(size, arma::fill::ones)));
    means_.push_back(arma::mean(rest, 0));
    begin += size;
  }
  off_diagonal_sums_.zeros(m);
  for (arma::uword j = 0; j < m; ++j) {  // columns for rows: K is symmetric
    for (arma::uword i = 0; i < m; ++i) off_diagonal_sums_(j) += i == j ? 0.0 : std::abs(K_.at(i, j));
  }
}

std::optional<std::size_t> HeldOutRidge::further_terms(double ridge) const {
  const arma::vec D = K_.diag() + ridge;
  if (!(D.min() > 0.0)) return std::nullopt;
  const double c = (off_diagonal_sums_ / D).max();
  if (!(c < kSmallEnough)) return std::nullopt;
  std::size_t terms = 0;
  for (double left = c; left > kLastDigit * (1.0 - c); left *= c) ++terms;
  const auto m = static_cast<double>(K_.n_rows), q = static_cast<double>(targets_.front().n_cols);
  const double products = 1.0 + static_cast<double>(terms * folds_.size());
  if (products * 2.0 * q > kFactorFlops * m) return std::nullopt;
  return terms;
}

std::vector<arma::mat> HeldOutRidge::predictions(double ridge) const {
  const base::FlushSubnormals flushed;
  const std::optional<std::size_t> terms = further_terms(ridge);
  return terms ? predictions_by_series(ridge, *terms) : predictions_by_factor(ridge);
}

arma::mat HeldOutRidge::about_mean(std::size_t fold, const arma::mat& others) const {
  const arma::uword q = others.n_cols - 1;  // W y_T in the first columns, W 1 in the last
  return others.head_cols(q) + (1.0 - others.col(q)) * means_[fold];
}

std::vector<arma::mat> HeldOutRidge::predictions_by_factor(double ridge) const {
  const arma::mat M = linalg::inverse_cholesky_factor(K_, ridge, kWhat);
  const arma::uword m = M.n_rows;
  // A fold's columns of M, and M y, begin at the fold's first row: M is lower triangular.
  std::vector<arma::mat> columns(folds_.size()), products(folds_.size()), result(folds_.size());
  for (std::size_t f = 0; f < folds_.size(); ++f) {
    columns[f] = M(arma::span(folds_[f].a, m - 1), folds_[f]);
    products[f] = columns[f] * targets_[f];
  }
  for (std::size_t f = 0; f < folds_.size(); ++f) {
    const arma::uword rows = m - folds_[f].a;
    arma::mat rest(rows, products[f].n_cols, arma::fill::zeros);  // M_T y_T, from the fold's first row on
    for (std::size_t g = 0; g < folds_.size(); ++g) {
      if (g < f) rest += products[g].tail_rows(rows);
      if (g > f) rest.tail_rows(products[g].n_rows) += products[g];
    }
    const arma::mat G_FF = columns[f].t() * columns[f];
    const arma::mat N = linalg::inverse_cholesky_factor(G_FF, 0.0, "held-out block of (K + ridge I)^-1");
    const arma::mat held_out = columns[f].t() * rest;  // G_FT y_T
    const arma::mat half = N * held_out;
    result[f] = about_mean(f, -(N.t() * half));
  }
  return result;
}

std::vector<arma::mat> HeldOutRidge::predictions_by_series(double ridge, std::size_t further_terms) const {
  const arma::vec D = K_.diag() + ridge;
  const arma::uword width = targets_.front().n_cols;
  arma::mat first(K_.n_rows, width);  // D^-1 (Y, 1)
  for (std::size_t f = 0; f < folds_.size(); ++f)
    first.rows(folds_[f]) = targets_[f].each_col() / D.rows(folds_[f]);
  const auto zero_own_rows = [&](arma::mat& dual) {  // the columns of fold f, in the rows of fold f
    for (std::size_t f = 0; f < folds_.size(); ++f)
      dual(folds_[f], arma::span(f * width, (f + 1) * width - 1)).zeros();
  };
  arma::mat dual = arma::repmat(first, 1, folds_.size());
  zero_own_rows(dual);
  for (std::size_t k = 0; k < further_terms; ++k) {
    arma::mat next = K_ * dual - dual.each_col() % arma::vec(K_.diag());
    next.each_col() /= -D;
    for (std::size_t f = 0; f < folds_.size(); ++f) next.cols(f * width, (f + 1) * width - 1) += first;
    zero_own_rows(next);
    dual = std::move(next);
  }
  std::vector<arma::mat> result(folds_.size());
  for (std::size_t f = 0; f < folds_.size(); ++f)
    result[f] = about_mean(f, K_.rows(folds_[f]) * dual.cols(f * width, (f + 1) * width - 1));
  return result;
}

}  // namespace preimage::regression
