#include "preimage/regression/held_out_ridge.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/flush_subnormals.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::regression {

namespace {
constexpr const char* kWhat = "input Gram matrix";
}

HeldOutRidge::HeldOutRidge(const arma::mat& K, const arma::mat& Y, const std::vector<arma::uword>& fold_sizes)
    : K_(K) {
  linalg::require_symmetric(K, kWhat);
  const arma::uword m = std::accumulate(fold_sizes.begin(), fold_sizes.end(), arma::uword{0});
  const bool empty = std::find(fold_sizes.begin(), fold_sizes.end(), arma::uword{0}) != fold_sizes.end();
  if (fold_sizes.size() < 2 || empty || m != K.n_rows || m != Y.n_rows) {
    throw NumericalError(fmt::format("held-out folds of {} samples in all do not cut {} samples, {} outputs",
                                     m, K.n_rows, Y.n_rows));
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
}

std::vector<arma::mat> HeldOutRidge::predictions(double ridge) const {
  const base::FlushSubnormals flushed;
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
    const arma::mat predicted = N.t() * half;  // -W y_T, and -W 1 in the last column
    result[f] = (1.0 + predicted.tail_cols(1)) * means_[f] - predicted.head_cols(predicted.n_cols - 1);
  }
  return result;
}

}  // namespace preimage::regression
