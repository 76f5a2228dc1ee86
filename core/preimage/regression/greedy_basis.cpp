#include "preimage/regression/greedy_basis.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/gather.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/linalg/triangular.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/landmark_ridge.hpp"

namespace preimage::regression {

namespace {

/// Of the coordinates: BLAS treats the last rows that fill no block apart, and a step must have the same bits
/// whatever size is asked for in the end.
constexpr arma::uword kRowBlock = 64;

/// Columns of Q that are taken off together: read once from memory, and from the cache again.
constexpr arma::uword kPanel = 32;

void require_rows(arma::uword rows, arma::uword expected, const char* what) {
  if (rows != expected) throw NumericalError(fmt::format("{}: {} rows, expected {}", what, rows, expected));
}

void require_basis(const arma::mat& K_all_basis, const arma::uvec& basis, const arma::mat& Y) {
  require_rows(K_all_basis.n_rows, Y.n_rows, "Gram columns of the basis");
  if (basis.n_elem != K_all_basis.n_cols || (!basis.is_empty() && basis.max() >= K_all_basis.n_rows)) {
    throw NumericalError(fmt::format("a basis of {} samples does not fit {} x {} Gram columns", basis.n_elem,
                                     K_all_basis.n_rows, K_all_basis.n_cols));
  }
}

/// The independent sample of the largest score, the first of equals (base/ties.hpp).
template <class Score>
std::optional<arma::uword> best_candidate(const BasisRegression& regression, arma::uword m,
                                          const Score& score) {
  std::vector<arma::uword> open;
  std::vector<double> scores, errors;
  for (arma::uword i = 0; i < m; ++i) {
    if (!regression.is_independent(i)) continue;
    open.push_back(i);
    scores.push_back(score(i));
    errors.push_back(base::kRoundingOfSums * scores.back());
  }
  if (open.empty()) return std::nullopt;
  return open[base::first_largest(scores, errors)];
}

}  // namespace

BasisRegression::BasisRegression(const arma::vec& diagonal, const arma::mat& Y, arma::uword max_size,
                                 double ridge)
    : partial_(diagonal, max_size), Y_(Y), residuals_(Y), ridge_(ridge) {
  require_rows(Y.n_rows, diagonal.n_elem, "outputs");
  linalg::require_finite(Y, "outputs");
  require_ridge(ridge);
  make_room(max_size);
}

void BasisRegression::make_room(arma::uword max_size) {
  partial_.make_room(max_size);
  if (max_size <= Q_.n_cols) return;
  Q_.resize(Y_.n_rows, max_size);
  B_.resize((max_size + kRowBlock - 1) / kRowBlock * kRowBlock, max_size);
}

void BasisRegression::append(arma::uword j, const arma::vec& column) {
  const arma::uword t = size();
  const arma::vec& g = partial_.append(j, column);
  direction_ = g;
  arma::vec coordinates(B_.n_rows, arma::fill::zeros);
  for (arma::uword begin = 0; begin < t; begin += kPanel) {
    const arma::uword width = std::min(kPanel, t - begin);
    const arma::mat Q = linalg::some_columns(Q_, begin, width);
    const arma::vec along = Q.t() * g;  // B's columns have no part along a new coordinate
    direction_ -= Q * along;
    coordinates -= linalg::some_columns(B_, begin, width) * along;
  }
  coordinates(t) = std::sqrt(ridge_);
  const double norm = std::sqrt(arma::dot(direction_, direction_) +
                                arma::dot(coordinates.head(t + 1), coordinates.head(t + 1)));
  direction_ /= norm;
  Q_.col(t) = direction_;
  B_.col(t) = coordinates / norm;
  projection_ = direction_.t() * Y_;
  residuals_ -= direction_ * projection_;
}

arma::uvec GrowingBasis::first(arma::uword size) {
  const std::lock_guard<std::mutex> guard(mutex_);
  make_room(size);
  while (samples_.size() < size && !is_complete_) {
    const std::optional<arma::uword> next = grow();
    is_complete_ = !next;
    if (next) samples_.push_back(*next);
  }
  return arma::uvec(samples_).head(std::min<arma::uword>(size, samples_.size()));
}

PivotBasis::PivotBasis(arma::mat K, const arma::vec& diagonal) : K_(std::move(K)), partial_(diagonal, 0) {}

std::optional<arma::uword> PivotBasis::grow() {
  const std::optional<arma::uword> pivot = partial_.pivot();
  if (pivot) partial_.append(*pivot, K_.col(*pivot));
  return pivot;
}

ResidualBasis::ResidualBasis(arma::mat K, const arma::vec& diagonal, const arma::mat& Y, double ridge)
    : K_(std::move(K)), regression_(diagonal, Y, 0, ridge) {}

std::optional<arma::uword> ResidualBasis::grow() {
  const arma::vec squared = arma::sum(arma::square(regression_.residuals()), 1);
  const auto next = best_candidate(regression_, squared.n_elem, [&](arma::uword i) { return squared(i); });
  if (next) regression_.append(*next, K_.col(*next));
  return next;
}

// v_i begins as sample i itself: its column of K, and sqrt(ridge) times its image in feature space.
DropBasis::DropBasis(const arma::mat& K, const arma::mat& Y, double ridge)
    : regression_(K.diag(), Y, 0, ridge), ridge_(ridge) {
  linalg::require_symmetric(K, "input Gram matrix");
  K_ = K;
  squared_norms_ = arma::sum(arma::square(K), 0).t() + ridge * K.diag();
  noise_ = static_cast<double>(K.n_rows) * arma::datum::eps * squared_norms_;
  products_ = K * Y;
}

std::optional<arma::uword> DropBasis::grow() {
  const arma::vec squared_products = arma::sum(arma::square(products_), 1);
  const auto next = best_candidate(regression_, products_.n_rows, [&](arma::uword i) {
    return squared_norms_(i) > noise_(i) ? squared_products(i) / squared_norms_(i) : 0.0;
  });
  if (!next) return std::nullopt;
  regression_.append(*next, K_.col(*next));
  const arma::vec& direction = regression_.newest_direction();
  const arma::vec along = K_ * direction + ridge_ * direction;
  products_ -= along * regression_.newest_projection();
  squared_norms_ -= arma::square(along);
  return next;
}

arma::uvec random_basis(arma::uword m, arma::uword size, base::Random& random) {
  if (size > m) throw NumericalError(fmt::format("a basis of {} out of {} samples", size, m));
  const arma::uvec order = arma::conv_to<arma::uvec>::from(random.permutation(m));
  return order.head(size);
}

arma::mat basis_coefficients(const arma::mat& K_all_basis, const arma::uvec& basis, const arma::mat& Y,
                             double ridge, FitQuality* quality) {
  require_basis(K_all_basis, basis, Y);
  LandmarkNormalEquations equations(K_all_basis.rows(basis), Y.n_rows, Y.n_cols, ridge);
  const arma::uvec kept = equations.kept();
  equations.add(K_all_basis.cols(kept), Y);
  LandmarkErrors errors;
  arma::mat alpha(basis.n_elem, Y.n_cols, arma::fill::zeros);
  alpha.rows(kept) = std::move(equations).solved().coefficients(ridge, &errors);
  if (quality != nullptr) *quality = errors.quality();
  return alpha;
}

arma::mat printed_basis_coefficients(const arma::mat& K_all_basis, const arma::uvec& basis,
                                     const arma::mat& Y, FitQuality* quality) {
  require_basis(K_all_basis, basis, Y);
  arma::mat K_SS = K_all_basis.rows(basis);
  double rcond = 1.0;
  arma::mat alpha = linalg::solve_positive_definite_in_place(K_SS, K_all_basis.t() * Y,
                                                             "Gram matrix of the basis", 0.0, &rcond);
  if (quality != nullptr) quality->rcond = rcond;
  return alpha;
}

}  // namespace preimage::regression
