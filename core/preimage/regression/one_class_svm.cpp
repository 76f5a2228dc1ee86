#include "preimage/regression/one_class_svm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/regression/smo_steps.hpp"

namespace preimage::regression {

namespace {

void require_gram(const arma::mat& K, const char* method) {
  linalg::require_symmetric(K, "Gram matrix");
  if (K.is_empty()) throw NumericalError(fmt::format("{}: no training samples", method));
  const arma::vec diagonal = K.diag();
  if (diagonal.min() >= 0.0) return;
  const arma::uword worst = diagonal.index_min();
  throw NumericalError(fmt::format("{}: Gram matrix entry ({}, {}) is {}, expected >= 0", method, worst,
                                   worst, K(worst, worst)));
}

void require_positive(double value, const char* method, const char* name) {
  if (value > 0.0 && std::isfinite(value)) return;
  throw NumericalError(fmt::format("{}: {} is {}, expected > 0", method, name, value));
}

/// With sum_i a_i = 1 the linear term of the ball is part of the quadratic one:
///   a'Ka - a'd = a'(K - (d 1' + 1 d') / 2) a,  d the diagonal of K.
arma::mat quadratic_form(const arma::mat& K, Enclosure enclosure) {
  if (enclosure == Enclosure::hyperplane) return K;
  const arma::vec half = 0.5 * K.diag();
  arma::mat form = K;
  form.each_col() -= half;
  form.each_row() -= half.t();
  return form;
}

/// The solver's tolerance is absolute, so it gets a form of largest entry 1.
OneClassSolver solver_of(const arma::mat& form) {
  const double largest = linalg::largest_size(form);
  return OneClassSolver(largest > 0.0 ? arma::mat(form / largest) : form);
}

/// The solver's coefficients go up to 1 and sum to nu m. Below 1 / m every nu gives the same machine, whose bounds are never reached.
Shares shares_of(const OneClassSolver& solver, const OneClassOptions& options, double m) {
  const double nu = std::max(options.nu, 1.0 / m);
  Shares shares = solver.train(nu, options.tolerance * (nu * m));
  shares.coefficients /= arma::accu(shares.coefficients);
  return shares;
}

/// The offset from the optimality conditions: the mean of `values` where coefficients are inside their
/// bounds, else the middle between the largest at the upper and the smallest at the lower bound. They sum to 1.
double offset(const arma::vec& values, const arma::vec& coefficients, double upper) {
  const double margin = 1e-9 * std::min(upper, 1.0);
  const arma::uvec inside = arma::find(coefficients > margin && coefficients < upper - margin);
  if (!inside.is_empty()) return arma::mean(values.elem(inside));
  const double below = arma::vec(values.elem(arma::find(coefficients > margin))).max();
  const arma::uvec unused = arma::find(coefficients <= margin);
  return unused.is_empty() ? below : 0.5 * (below + values.elem(unused).min());
}

}  // namespace

OneClassSvm one_class_svm(const arma::mat& K, const OneClassOptions& options) {
  return one_class_svms(K, {options.nu}, options)[0];
}

std::vector<OneClassSvm> one_class_svms(const arma::mat& K, const std::vector<double>& nus,
                                        OneClassOptions options) {
  require_gram(K, "one-class SVM");
  for (const double nu : nus) {
    if (!(nu > 0.0 && nu <= 1.0))
      throw NumericalError(fmt::format("one-class SVM: nu is {}, expected 0 < nu <= 1", nu));
  }
  require_positive(options.tolerance, "one-class SVM", "tolerance");
  const OneClassSolver solver = solver_of(quadratic_form(K, options.enclosure));
  const auto m = static_cast<double>(K.n_rows);
  std::vector<OneClassSvm> machines;
  for (const double nu : nus) {
    options.nu = nu;
    OneClassSvm machine;
    machine.nu = nu;
    // For nu = 1 one point is feasible.
    Shares shares =
        nu == 1.0 ? Shares{arma::vec(K.n_rows, arma::fill::value(1.0 / m))} : shares_of(solver, options, m);
    machine.coefficients = std::move(shares.coefficients);
    machine.converged = shares.converged;
    arma::vec values = K * machine.coefficients;
    if (options.enclosure == Enclosure::ball) values -= 0.5 * K.diag();
    machine.rho = offset(values, machine.coefficients, 1.0 / (nu * m));
    machines.push_back(std::move(machine));
  }
  return machines;
}

double score_accuracy(const OneClassOptions& options) {
  return 100.0 * options.tolerance;
}

arma::vec evaluate(const OneClassSvm& machine, const arma::mat& K_test_train) {
  linalg::require_finite(K_test_train, "Gram matrix of the test samples");
  if (K_test_train.n_cols != machine.coefficients.n_elem) {
    throw NumericalError(
        fmt::format("one-class SVM: Gram matrix of the test samples has {} columns, expected {}",
                    K_test_train.n_cols, machine.coefficients.n_elem));
  }
  return K_test_train * machine.coefficients - machine.rho;
}

OneClassSolver::OneClassSolver(const arma::mat& K)
    : m_(K.n_rows), stride_(smo::whole_blocks(m_)), rows_(m_ * stride_, 0.0F), diagonal_(stride_, 1.0) {
  for (arma::uword i = 0; i < m_; ++i) {
    std::transform(K.colptr(i), K.colptr(i) + m_, rows_.data() + i * stride_,
                   [](double k) { return static_cast<float>(k); });
    diagonal_[i] = K(i, i);
  }
}

Shares OneClassSolver::train(double nu, double tolerance) const {
  smo::Duals duals(std::vector<double>(m_, 1.0), std::vector<double>(m_, 0.0), 1.0);
  const double sum = nu * static_cast<double>(m_);
  const auto whole = static_cast<arma::uword>(sum);
  std::fill_n(duals.alpha.begin(), std::min(whole, m_), 1.0);
  if (whole < m_) duals.alpha[whole] = sum - static_cast<double>(whole);
  for (arma::uword i = 0; i < m_; ++i)
    if (duals.alpha[i] > 0.0) smo::add_row(row(i), duals.alpha[i], stride_, duals.gradient.data());
  duals.restart();
  // Rounded to single precision, a singular matrix need not be positive semi-definite, and steps may go in circles below its rounding.
  const arma::uword patience = 100000 + 100 * m_;
  const double rounding = sum * static_cast<double>(std::numeric_limits<float>::epsilon());
  const bool converged =
      duals.worst.rise == smo::kNone ||  // no share may rise
      smo::solve(
          duals, [&](arma::uword i, int) { return row(i); }, diagonal_, tolerance,
          [&](arma::uword step) { return step >= patience && duals.violation() < rounding; });
  return {arma::vec(duals.alpha.data(), m_), converged};
}

}  // namespace preimage::regression
