#include "preimage/regression/landmark_ridge.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/conjugate_gradients.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/linalg/triangular.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/ridge_rounding.hpp"

namespace preimage::regression {

namespace {

constexpr double kShareOfRidge = 1e-4;
constexpr double kRoundings = 4.0;  // follow each other: of L, K_Mn L^-T, the factor of the sums, and L^-T

/// Whether rounding of K_Mn K_nM, eps of its largest eigenvalue, is too much in the landmarks' own
/// coordinates. That eigenvalue is about n / M times the square of K_MM's, where landmarks are like samples.
bool rounding_is_too_much(const linalg::IndependentCholesky& own, arma::uword n_samples, double ridge) {
  const double n = static_cast<double>(n_samples), m = static_cast<double>(own.kept.n_elem);
  const double rounding = arma::datum::eps * n / m * own.norm / own.rcond;
  return !(rounding <= kShareOfRidge * ridge);
}

double squared_norm(const arma::mat& values) {
  return arma::accu(arma::square(values));
}

}  // namespace

bool LandmarkErrors::is_worse_than_ridge() const {
  constexpr double kNothing = 1e-12, kMost = 1e-8, kTimes = 100.0;
  return rounding > std::max(kNothing, std::min(kTimes * of_ridge, kMost));
}

arma::mat LandmarkRidge::solved(double ridge, const arma::mat& right, double squares,
                                LandmarkErrors* errors) const {
  require_ridge(ridge);
  arma::mat factor = normal_;
  factor.diag() += ridge;
  double rcond = 1.0;
  const arma::mat inner = linalg::solve_positive_definite_in_place(
      factor, right, fmt::format("normal equations of the landmarks + {} I", ridge), ridge, &rcond);
  arma::mat result = inner;
  linalg::solve_lower_transposed(L_, result);
  linalg::require_finite(result, "coefficients of the landmarks");
  if (errors == nullptr) return result;
  const double product = arma::dot(inner, right), shrunk = ridge * squared_norm(inner);
  const double fitted = product - shrunk;  // |f|^2
  const double left = std::sqrt(std::max(0.0, squares - product - shrunk));
  const arma::vec landmarks = row_lengths(L_), sizes = row_lengths(result);
  const arma::vec root = arma::sqrt(arma::vec(normal_.diag()) + ridge);
  const double longest = landmarks.max(), size = arma::norm(arma::vec(landmarks % sizes));
  const auto solve_inner = [&](arma::mat B) {
    B = linalg::solved_by(factor, std::move(B));
    linalg::solve_lower_transposed(L_, B);
    return B;
  };
  const auto solve_sums = [&](arma::mat B) {
    linalg::solve_lower(L_, B);
    return solve_inner(std::move(B));
  };
  const auto solve_values = [&](const arma::mat& B) { return linalg::solved_by(L_, B); };
  *errors = {rcond, rounding_columns({{solve_inner, root, arma::norm(arma::vec(root % row_lengths(inner)))},
                                      {solve_values, landmarks, known_to_ * size},
                                      {solve_sums, landmarks,
                                       std::hypot(summed_ / (longest * longest) * size, longest * left)}},
                                     sizes)};
  if (!(fitted > 0.0)) return result;
  const arma::mat of_samples = L_.t() * errors->columns;
  const double squared = arma::trace(of_samples.t() * normal_ * of_samples);
  errors->rounding = arma::datum::eps * std::sqrt(std::max(0.0, squared) / fitted);
  errors->of_ridge = arma::datum::eps * left / std::sqrt(fitted) * squared_norm(landmarks) /
                     (static_cast<double>(landmarks.n_elem) * ridge);
  errors->rcond = std::min(rcond, arma::datum::eps / errors->rounding);
  errors->columns *= kRoundings;
  return result;
}

arma::mat LandmarkRidge::coefficients(double ridge, LandmarkErrors* errors) const {
  return solved(ridge, right_, squares_, errors);
}

arma::mat LandmarkRidge::coefficients(double ridge, arma::mat right, LandmarkErrors* errors) const {
  if (right.n_rows != L_.n_rows)
    throw NumericalError(fmt::format("right-hand side of {} rows for {} landmarks", right.n_rows, L_.n_rows));
  linalg::solve_lower(L_, right);
  return solved(ridge, right, static_cast<double>(right.n_cols), errors);
}

LandmarkNormalEquations::LandmarkNormalEquations(const arma::mat& K_MM, arma::uword n_samples,
                                                 arma::uword n_outputs, double smallest_ridge) {
  require_ridge(smallest_ridge);
  linalg::IndependentCholesky own = linalg::independent_cholesky(K_MM, "Gram matrix of the landmarks");
  if (own.kept.is_empty()) throw NumericalError("Gram matrix of the landmarks: nothing but zeros");
  solves_blocks_ = rounding_is_too_much(own, n_samples, smallest_ridge);
  kept_ = std::move(own.kept);
  const arma::uword m = kept_.n_elem;
  sums_.L_ = std::move(own.L);
  sums_.known_to_ = m == K_MM.n_rows ? 1.0 : static_cast<double>(K_MM.n_rows);
  sums_.normal_.zeros(m, m);
  sums_.right_.zeros(m, n_outputs);
}

void LandmarkNormalEquations::add(arma::mat K_rows, const arma::mat& Y_rows) {
  LandmarkRidge& s = sums_;
  if (K_rows.n_cols != s.L_.n_rows || K_rows.n_rows != Y_rows.n_rows || Y_rows.n_cols != s.right_.n_cols)
    throw NumericalError(fmt::format(
        "landmarks: kernel values of {} x {} and outputs of {} x {}, expected {} landmarks and {} outputs",
        K_rows.n_rows, K_rows.n_cols, Y_rows.n_rows, Y_rows.n_cols, s.L_.n_rows, s.right_.n_cols));
  linalg::require_finite(Y_rows, "outputs");
  if (solves_blocks_) linalg::solve_lower_from_right(s.L_, K_rows);
  linalg::add_inner_products(s.normal_, K_rows);
  if (!s.right_.is_empty()) s.right_ += K_rows.t() * Y_rows;
  s.squares_ += squared_norm(Y_rows);
}

LandmarkRidge LandmarkNormalEquations::solved() && {
  LandmarkRidge& s = sums_;
  if (solves_blocks_) {
    s.normal_ = arma::symmatl(s.normal_);
  } else {
    s.summed_ = arma::vec(s.normal_.diag()).max();
    s.normal_ = linalg::between_inverse_factors(std::move(s.normal_), s.L_);
    linalg::solve_lower(s.L_, s.right_);
  }
  linalg::require_symmetric(s.normal_, "normal equations of the landmarks");
  return std::move(s);
}

namespace {

using linalg::Transposed;

constexpr arma::uword kLeading = 128;
constexpr arma::uword kRows = 128;  // of the landmarks, at a time
constexpr arma::uword kMaxIterations = 100;

constexpr const char* kWayOut = "raise the ridge, or solve them directly";

}  // namespace

HeldLandmarkRidge::HeldLandmarkRidge(arma::mat K_MM, arma::uword n_outputs) {
  linalg::IndependentCholesky own = linalg::independent_cholesky(K_MM, "Gram matrix of the landmarks");
  if (own.kept.is_empty()) throw NumericalError("Gram matrix of the landmarks: nothing but zeros");
  if (n_outputs == 0) throw NumericalError("landmarks: no outputs to learn");
  kept_ = std::move(own.kept);
  const bool are_all = kept_.n_elem == K_MM.n_rows && kept_.is_sorted("strictascend");
  K_MM_ = are_all ? std::move(K_MM) : arma::mat(K_MM.submat(kept_, kept_));
  const arma::uword m = kept_.n_elem, r = std::min(kLeading, m);
  C_ = own.L.head_cols(r);  // L L' = K_MM, so its first rows solve for those of K_MM
  G_G_.zeros(r, r);
  E_G_.zeros(m, r);
  E_E_.zeros(m, m);
  block_E_E_.set_size(m, m);
  right_.zeros(m, n_outputs);
}

void HeldLandmarkRidge::add(arma::mat K_columns, const arma::mat& Y_rows) {
  const arma::uword b = K_columns.n_cols, m = K_MM_.n_rows, r = C_.n_cols;
  if (K_columns.n_rows != m || b != Y_rows.n_rows || Y_rows.n_cols != right_.n_cols)
    throw NumericalError(fmt::format(
        "landmarks: kernel values of {} x {} and outputs of {} x {}, expected {} landmarks and {} outputs",
        K_columns.n_rows, b, Y_rows.n_rows, Y_rows.n_cols, m, right_.n_cols));
  if (b == 0) return;
  linalg::require_finite(Y_rows, "outputs");
  right_ += K_columns * Y_rows;
  arma::mat G = K_columns.head_rows(r);
  linalg::solve_lower(arma::mat(C_.head_rows(r)), G);
  G_G_ += G * G.t();
  single_E_.set_size(m, b);
  for (arma::uword begin = 0; begin < m; begin += kRows) {  // they stay in the cache
    const arma::uword height = std::min(kRows, m - begin);
    E_ = K_columns.rows(begin, begin + height - 1);
    linalg::add_product({height, b, r}, -1.0, {C_.memptr() + begin, m}, Transposed::no, {G.memptr(), r},
                        Transposed::no, {E_.memptr(), height});
    linalg::add_product({height, r, b}, 1.0, {E_.memptr(), height}, Transposed::no, {G.memptr(), r},
                        Transposed::yes, {E_G_.memptr() + begin, m});
    for (arma::uword j = 0; j < b; ++j)
      std::transform(E_.begin_col(j), E_.end_col(j), single_E_.colptr(j) + begin,
                     [](double value) { return static_cast<float>(value); });
  }
  block_E_E_.zeros();
  linalg::subtract_square(m, b, {single_E_.memptr(), m}, {block_E_E_.memptr(), m});
  for (arma::uword j = 0; j < m; ++j) {
    double* sum = E_E_.colptr(j);
    const float* column = block_E_E_.colptr(j);
    for (arma::uword i = j; i < m; ++i) sum[i] -= static_cast<double>(column[i]);
  }
  columns_.push_back(std::move(K_columns));
}

arma::mat HeldLandmarkRidge::preconditioner(double ridge) const {
  const arma::mat half = C_ * arma::mat(E_G_ + 0.5 * C_ * G_G_).t();
  arma::mat P = half.t();
  P += half + ridge * K_MM_;
  for (arma::uword j = 0; j < P.n_rows; ++j) {
    for (arma::uword i = j; i < P.n_rows; ++i) P.at(i, j) += E_E_.at(i, j);
  }
  if (!linalg::factorise_lower(P.n_rows, {P.memptr(), P.n_rows}))
    throw NumericalError(
        fmt::format("normal equations of the landmarks + {} K_MM are not positive definite in single "
                    "precision; {}",
                    ridge, kWayOut));
  return P;
}

arma::mat HeldLandmarkRidge::times(const arma::mat& V, double ridge) const {
  arma::mat result = ridge * arma::mat(K_MM_ * V);
  for (const arma::mat& K : columns_) result += K * (K.t() * V);
  return result;
}

IteratedCoefficients HeldLandmarkRidge::coefficients(double ridge) const {
  require_ridge(ridge);
  linalg::require_finite(right_, "kernel values with the landmarks");
  const arma::mat L = preconditioner(ridge);
  const auto solve = [&](const arma::mat& B) { return linalg::solved_by(L, B); };
  const linalg::ConjugateGradients last = linalg::conjugate_gradients(
      [&](const arma::mat& V) { return times(V, ridge); }, solve, right_,
      [](const linalg::ConjugateGradients& now) {
        return !(linalg::largest_part(now.squares, now.first) > kIteratedResidual);
      },
      kMaxIterations);
  IteratedCoefficients found{last.X, last.iterations};
  const arma::rowvec& first = last.first;
  const arma::mat residual = right_ - times(found.values, ridge);
  found.residual = linalg::largest_part(arma::sum(residual % solve(residual), 0), first);
  linalg::require_finite(found.values, "coefficients of the landmarks");
  if (!(found.residual <= kAcceptedResidual))
    throw NumericalError(
        fmt::format("normal equations of the landmarks: residual {:.1e} after {} conjugate gradients, "
                    "expected at most {:.0e}; {}",
                    found.residual, found.iterations, kAcceptedResidual, kWayOut));
  const auto half_solved = [&](arma::mat B) {
    linalg::solve_lower_transposed(L, B);
    return B;
  };
  found.columns = rounding_columns({{half_solved, arma::vec(L.n_rows, arma::fill::ones),
                                     found.residual * std::sqrt(arma::accu(first)) / kRoundingOfRidge}},
                                   row_lengths(found.values));
  return found;
}

}  // namespace preimage::regression
