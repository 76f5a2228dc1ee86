#include "preimage/regression/kernel_ridge.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/available_memory.hpp"
#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/tiles.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/linalg/triangular.hpp"

namespace preimage::regression {

namespace {

constexpr const char* kHeldOut = "held-out block of (K + ridge I)^-1";
constexpr arma::uword kHeldFactor = 2048;  // above it four solutions take less than 3 % of the factor's time

/// [begin, begin + size), cut at `end`.
arma::span span_of(arma::uword begin, arma::uword size, arma::uword end) {
  return arma::span(begin, std::min(begin + size, end) - 1);
}

}  // namespace

std::uint64_t ridge_bytes(const arma::vec& K_diagonal, arma::uword n_outputs, double ridge) {
  return can_be_refined(K_diagonal + ridge, n_outputs, ridge) ? refined_bytes(K_diagonal.n_elem)
                                                              : linalg::panel_bytes(K_diagonal.n_elem);
}

RidgeFit fit_ridge(const kernels::Gram& K, const arma::mat& Y, double ridge, linalg::PanelOptions options) {
  require_ridge(ridge);
  if (Y.is_empty()) return {Y};
  const bool is_large = Y.n_rows >= kRefinedFrom;
  arma::vec diagonal(Y.n_rows, arma::fill::value(arma::datum::nan));  // of kept panels it is not seen
  if (is_large) diagonal = K.diagonal() + ridge;
  const auto block = [&](const arma::span& rows, const arma::span& columns) {
    arma::mat values = K.block(rows, columns);
    if (rows.a == columns.a) {
      values.diag() += ridge;
      if (!is_large) diagonal.rows(columns) = values.diag();
    }
    return values;
  };
  options.least_eigenvalue = ridge;
  options.matrix_words += fmt::format(" ridge {}", ridge);
  const std::string what = fmt::format("input Gram matrix + {} I", ridge);
  std::function<arma::mat(const arma::mat&)> solve;
  RidgeFit fit;
  const bool tries_single = is_large && can_be_refined(diagonal, Y.n_cols, ridge);
  options.holds = tries_single && holds_tiles(Y.n_rows, options.memory);
  const linalg::SymmetricTiles A(Y.n_rows, block, options, what);
  std::optional<RefinedSolution> refined;
  if (tries_single) refined = refined_solution(A, Y, diagonal, options);
  if (refined) {
    fit.coefficients = std::move(refined->coefficients);
    fit.rcond = refined->rcond;
    fit.route = {RidgeRoute::Factor::single_refined, refined->iterations};
    solve = std::move(refined->solve);
  } else {
    if (is_large) fit.route.factor = RidgeRoute::Factor::in_double;
    if (tries_single) {
      fit.route.factor = RidgeRoute::Factor::double_after_single;
      base::require_memory(linalg::panel_bytes(Y.n_rows), what + " in double precision", options.memory);
    }
    const auto factor = std::make_shared<const linalg::PanelCholesky>(A, options);
    fit.coefficients = factor->solve(Y);
    fit.rcond = factor->rcond();
    solve = [factor](const arma::mat& B) { return factor->solve(B); };
  }
  if (!diagonal.is_finite()) diagonal = K.diagonal() + ridge;
  fit.rounding = rounding_of_solution(std::move(solve), arma::sqrt(diagonal), fit.coefficients, ridge);
  if (Y.n_rows > kHeldFactor) *fit.rounding.columns;  // so that the factor goes
  return fit;
}

arma::mat predict_by_blocks(const kernels::Gram& K_test_train, const arma::mat& alpha,
                            const BlockShape& shape, std::size_t threads) {
  const arma::uword n_test = K_test_train.n_rows();
  arma::mat predictions(n_test, alpha.n_cols, arma::fill::zeros);
  base::for_each_tile((n_test + shape.rows - 1) / shape.rows, threads, [&](std::size_t tile) {
    const arma::span rows = span_of(tile * shape.rows, shape.rows, n_test);
    arma::mat sum(rows.b - rows.a + 1, alpha.n_cols, arma::fill::zeros);
    for (arma::uword column = 0; column < alpha.n_rows; column += shape.columns) {
      const arma::span columns = span_of(column, shape.columns, alpha.n_rows);
      sum += K_test_train.block(rows, columns) * alpha.rows(columns.a, columns.b);
    }
    predictions.rows(rows.a, rows.b) = sum;
  });
  linalg::require_finite(predictions, "predictions");
  return predictions;
}

linalg::SymmetricMatrix input_gram_matrix(arma::mat K) {
  return {std::move(K), "input Gram matrix"};
}

void require_ridge(double ridge) {
  if (!(ridge >= 0.0)) throw NumericalError(fmt::format("ridge is {}, expected >= 0", ridge));
}

arma::mat ridge_dual_operator(const linalg::SymmetricMatrix& K, RidgeForm form, double ridge, double* rcond) {
  require_ridge(ridge);
  if (form == RidgeForm::plain) return linalg::regularised_inverse(K, ridge, rcond);
  return SquaredRidgePath(K).smoother(ridge, rcond);
}

arma::mat ridge_dual_operator(const arma::mat& K, RidgeForm form, double ridge) {
  return ridge_dual_operator(input_gram_matrix(K), form, ridge);
}

SquaredRidgePath::SquaredRidgePath(const linalg::SymmetricMatrix& K) {
  linalg::EigenDecomposition eigen = linalg::symmetric_eigen(K);
  values_ = std::move(eigen.values);
  vectors_ = std::move(eigen.vectors);
}

arma::mat SquaredRidgePath::smoother(double ridge, double* rcond) const {
  require_ridge(ridge);
  const arma::vec denominators = arma::square(values_) + ridge;
  const double largest = denominators.max();
  const double certain = linalg::certain_condition(std::sqrt(denominators.min() / largest), values_.n_elem,
                                                   std::sqrt(ridge / largest));
  linalg::require_regular(certain, fmt::format("K'K + {} I", ridge));
  if (rcond != nullptr) *rcond = certain;
  const arma::vec factors = values_ / denominators;
  return vectors_ * arma::diagmat(factors) * vectors_.t();
}

arma::mat SquaredRidgePath::rounding(double ridge) const {
  const arma::vec squares = arma::square(values_);
  const arma::vec slopes = arma::abs(ridge - squares) / arma::square(squares + ridge);
  return 0.5 * arma::abs(values_).max() * slopes.max() * rounding_signs(values_.n_elem);
}

arma::mat held_out_weights(const arma::mat& G, const arma::uvec& held_out, const arma::uvec& rest) {
  arma::mat G_FF = G.submat(held_out, held_out);
  return -linalg::solve_positive_definite_in_place(G_FF, G.submat(held_out, rest), kHeldOut, std::nullopt);
}

arma::vec held_out_errors(const arma::mat& W, const arma::vec& lengths, const arma::vec& root_diagonal,
                          const arma::uvec& held_out, const arma::uvec& rest) {
  const arma::vec own = root_diagonal.elem(held_out), others = root_diagonal.elem(rest);
  const double solution = arma::norm(arma::vec(others % lengths.elem(rest)));
  return kRoundingOfRidge * solution * (own + row_lengths(W.each_row() % others.t()));
}

arma::vec held_out_bounds(const arma::vec& root_diagonal, double ridge, const arma::uvec& held_out) {
  const double length = std::sqrt(static_cast<double>(root_diagonal.n_elem)) / ridge;
  return kRoundingOfBounds * length * std::pow(root_diagonal.max(), 2) *
         (1.0 + root_diagonal.elem(held_out) / std::sqrt(ridge));
}

arma::mat leave_one_out_weights(const arma::mat& G, bool centred) {
  const arma::vec diagonal = G.diag();
  arma::mat weights = -(G.each_col() / diagonal);
  weights.diag().zeros();
  if (centred) {
    weights.each_col() += (1.0 - arma::sum(weights, 1)) / static_cast<double>(G.n_cols - 1);
    weights.diag().zeros();
  }
  return weights;
}

arma::mat with_centred_outputs(const arma::mat& weights) {
  arma::mat shifted = weights;
  shifted.each_col() += (1.0 - arma::sum(weights, 1)) / static_cast<double>(weights.n_cols);
  return shifted;
}

using linalg::Transposed;

namespace {
constexpr const char* kWhat = "input Gram matrix";
constexpr double kSmallEnough = 0.5;    // of c: beyond it the series takes more than 50 terms
constexpr double kLastDigit = 1.1e-16;  // half of what a double resolves
// What the factor and its blocks cost, in flops per m^2: 3/4 m^3 in all, and at a few hundred samples calls
// and copies, measured as the time of that many flops of a matrix product.
constexpr double kFactorFlops = 0.75, kFactorCalls = 300.0;

/// The columns M_F of a fold, which begin at its first row: M is lower triangular.
struct FoldColumns {
  linalg::ConstBlock below;  // the rows below, to the last
  arma::mat product;         // M_F y_F, from the fold's first row on
};

/// Rows of a fold in its own columns.
arma::mat head_of_fold(const arma::mat& M, const arma::span& fold) {
  return arma::trimatl(M(fold, fold));
}

FoldColumns columns_of_fold(const arma::mat& M, const arma::span& fold, const arma::mat& targets) {
  const arma::uword rows = M.n_rows - fold.a, own = targets.n_rows, width = targets.n_cols;
  FoldColumns columns{{M.colptr(fold.a) + fold.b + 1, M.n_rows}, arma::mat(rows, width, arma::fill::zeros)};
  columns.product.head_rows(own) = head_of_fold(M, fold) * targets;
  linalg::add_product({rows - own, width, own}, 1.0, columns.below, Transposed::no, {targets.memptr(), own},
                      Transposed::no, {columns.product.memptr() + own, rows});
  return columns;
}

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
    spread_ = std::hypot(spread_, arma::norm(Y.each_row() - means_.back(), "fro"));
    begin += size;
  }
  diagonal_ = K_.diag();
  off_diagonal_sums_.zeros(m);
  for (arma::uword j = 0; j < m; ++j) {  // columns for rows: K is symmetric
    for (arma::uword i = 0; i < m; ++i) off_diagonal_sums_(j) += i == j ? 0.0 : std::abs(K_.at(i, j));
  }
}

std::optional<std::size_t> HeldOutRidge::further_terms(double ridge) const {
  const arma::vec D = diagonal_ + ridge;
  if (!(D.min() > 0.0)) return std::nullopt;
  const double c = (off_diagonal_sums_ / D).max();
  if (!(c < kSmallEnough)) return std::nullopt;
  if (D.min() * (1.0 - c) < linalg::kFewDigits * D.max() * (1.0 + c)) return std::nullopt;
  std::size_t terms = 0;
  for (double left = c; left > kLastDigit * (1.0 - c); left *= c) ++terms;
  const auto m = static_cast<double>(K_.n_rows), q = static_cast<double>(targets_.front().n_cols);
  const double products = 1.0 + static_cast<double>(terms * folds_.size());
  if (products * 2.0 * q > kFactorFlops * m + kFactorCalls) return std::nullopt;
  return terms;
}

std::vector<arma::mat> HeldOutRidge::predictions(double ridge) {
  const base::FlushSubnormals flushed;
  require_ridge(ridge);
  linalg::mirror_upper(K_);  // K again, whatever the last call left below its diagonal
  K_.diag() = diagonal_;
  const std::optional<std::size_t> terms = further_terms(ridge);
  ridge_ = ridge;
  by_series_ = terms.has_value();
  return terms ? predictions_by_series(ridge, *terms) : predictions_by_factor(ridge);
}

arma::mat HeldOutRidge::about_mean(std::size_t fold, const arma::mat& others) const {
  const arma::uword q = others.n_cols - 1;  // W y_T in the first columns, W 1 in the last
  return others.head_cols(q) + (1.0 - others.col(q)) * means_[fold];
}

std::vector<arma::mat> HeldOutRidge::predictions_by_factor(double ridge) {
  K_.diag() += ridge;
  linalg::invert_cholesky_in_place(K_, ridge, fmt::format("{} + {} I", kWhat, ridge));
  inverse_halves_.clear();
  for (const arma::span& fold : folds_) inverse_halves_.push_back(inverse_half(fold));
  std::vector<arma::mat> result = through_factor(targets_);
  for (std::size_t f = 0; f < folds_.size(); ++f) result[f] = about_mean(f, result[f]);
  return result;
}

arma::mat HeldOutRidge::inverse_half(const arma::span& fold) const {
  const arma::mat head = head_of_fold(K_, fold);
  const arma::uword own = head.n_rows, others = K_.n_rows - fold.b - 1;
  arma::mat G = head.t() * head;  // G_FF = M_F' M_F, of which the lower triangle counts
  linalg::add_inner_products(own, others, {K_.colptr(fold.a) + fold.b + 1, K_.n_rows}, {G.memptr(), own});
  G = arma::trimatl(G);
  linalg::invert_cholesky_in_place(G, std::nullopt, kHeldOut);
  return G;
}

std::vector<arma::mat> HeldOutRidge::through_factor(const std::vector<arma::mat>& B,
                                                    std::vector<arma::mat>* solutions) const {
  const arma::uword m = K_.n_rows, width = B.front().n_cols;
  std::vector<FoldColumns> columns;
  for (std::size_t f = 0; f < folds_.size(); ++f) columns.push_back(columns_of_fold(K_, folds_[f], B[f]));
  std::vector<arma::mat> result(folds_.size());
  for (std::size_t f = 0; f < folds_.size(); ++f) {
    const arma::mat head = head_of_fold(K_, folds_[f]);
    const linalg::ConstBlock below = columns[f].below;
    const arma::uword rows = m - folds_[f].a, own = head.n_rows;
    arma::mat rest(rows, width, arma::fill::zeros);  // M_T B_T, from the fold's first row on
    for (std::size_t g = 0; g < folds_.size(); ++g) {
      const arma::mat& product = columns[g].product;
      if (g < f) rest += product.tail_rows(rows);
      if (g > f) rest.tail_rows(product.n_rows) += product;
    }
    const auto transposed_times = [&](const arma::mat& B_below) {  // M_F' B
      arma::mat product = head.t() * B_below.head_rows(own);
      linalg::add_product({own, width, rows - own}, 1.0, below, Transposed::yes,
                          {B_below.memptr() + own, rows}, Transposed::no, {product.memptr(), own});
      return product;
    };
    const arma::mat half = inverse_halves_[f] * transposed_times(rest);  // N G_FT B_T
    result[f] = -(inverse_halves_[f].t() * half);
    if (solutions != nullptr) solutions->push_back(transposed_times(rest + columns[f].product));
  }
  return result;
}

std::vector<Rounding> HeldOutRidge::rounding() const {
  const base::Lazy<std::vector<arma::vec>> errors([this, ridge = ridge_] {
    if (ridge != ridge_) throw std::logic_error("the rounding of held-out predictions at another ridge");
    return this->errors();
  });
  const arma::vec D = diagonal_ + ridge_;
  const double least = std::max(ridge_, (D - off_diagonal_sums_).min());  // Gershgorin
  const double size = std::sqrt(arma::accu(D) * D.max()) * spread_ / least;
  const double route = 1.0 / std::sqrt(D.min() * static_cast<double>(D.n_elem));
  std::vector<Rounding> result;
  for (std::size_t f = 0; f < folds_.size(); ++f) {
    const arma::vec weights = arma::sqrt(diagonal_.rows(folds_[f]) / least);
    const base::Lazy<arma::vec> bounds(kRoundingOfBounds * size * (1.0 + route + weights));
    result.emplace_back(bounds,
                        by_series_ ? bounds : base::Lazy<arma::vec>([errors, f] { return (*errors)[f]; }));
  }
  return result;
}

/// (e_i - w_i)' E C as in ridge_rounding.hpp, C of all samples in place of each fold's others; and what the
/// columns of M, which are rounded one by one, make of G y: the size of G times that of y.
std::vector<arma::vec> HeldOutRidge::errors() const {
  const arma::vec root_diagonal = arma::sqrt(diagonal_ + ridge_);
  const arma::mat signs = rounding_signs(K_.n_rows).each_col() % root_diagonal;
  std::vector<arma::mat> targets_and_signs, solutions;
  for (std::size_t f = 0; f < folds_.size(); ++f)
    targets_and_signs.push_back(arma::join_rows(targets_[f], signs.rows(folds_[f])));
  const std::vector<arma::mat> probed = through_factor(targets_and_signs, &solutions);
  // Squares, in units of the root of the diagonal.
  double of_solution = 0.0, of_inverse = 0.0, of_targets = 0.0;
  for (std::size_t f = 0; f < folds_.size(); ++f) {
    const arma::rowvec& mean = means_[f];
    const arma::uword q = mean.n_elem;
    const arma::vec root = root_diagonal.rows(folds_[f]);
    const arma::mat C = solutions[f].head_cols(q) - solutions[f].col(q) * mean;
    arma::mat y = targets_[f].head_cols(q);
    y.each_row() -= mean;
    of_solution += arma::accu(arma::square(C.each_col() % root));
    const arma::mat of_signs = solutions[f].tail_cols(kRoundingColumns);
    of_inverse += arma::accu(arma::square(of_signs.each_col() % root));
    of_targets += arma::accu(arma::square(y.each_col() / root));
  }
  constexpr double kColumns = static_cast<double>(kRoundingColumns);
  const double route = std::sqrt(of_inverse / kColumns * of_targets / static_cast<double>(K_.n_rows));
  std::vector<arma::vec> result;
  for (std::size_t f = 0; f < folds_.size(); ++f) {
    const arma::vec of_weights = row_lengths(probed[f].tail_cols(kRoundingColumns)) / std::sqrt(kColumns);
    result.emplace_back(kRoundingOfRidge *
                        (std::sqrt(of_solution) * (root_diagonal.rows(folds_[f]) + of_weights) + route));
  }
  return result;
}

std::vector<arma::mat> HeldOutRidge::predictions_by_series(double ridge, std::size_t further_terms) const {
  const arma::vec D = diagonal_ + ridge;
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
    arma::mat next = K_ * dual - dual.each_col() % diagonal_;
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
