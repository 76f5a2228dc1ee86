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
  const double largest = arma::abs(form).max();
  return OneClassSolver(largest > 0.0 ? arma::mat(form / largest) : form);
}

/// The solver's coefficients go up to 1 and sum to nu m.
Shares shares_of(const OneClassSolver& solver, const OneClassOptions& options, double m) {
  Shares shares = solver.train(options.nu, options.tolerance * (options.nu * m));
  shares.coefficients /= arma::accu(shares.coefficients);
  return shares;
}

/// The offset from the optimality conditions: the mean of `values` where coefficients are inside their
/// bounds, else the middle between the largest at the upper and the smallest at the lower bound.
double offset(const arma::vec& values, const arma::vec& coefficients, double upper) {
  const double margin = 1e-9 * upper;
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

namespace {

/// State of one training.
struct Training {
  std::vector<double> alpha, gradient;
  std::vector<double> may_rise, may_fall;  // as in smo_steps.hpp
  std::vector<double> rises, decreases;

  explicit Training(arma::uword stride)
      : alpha(stride, 0.0),
        gradient(stride, 0.0),
        may_rise(stride, smo::kNone),
        may_fall(stride, smo::kNone),
        rises(stride, smo::kNone),
        decreases(stride, smo::kNone) {}

  void refresh(arma::uword t) {
    may_rise[t] = alpha[t] < 1.0 ? 0.0 : smo::kNone;
    may_fall[t] = alpha[t] > 0.0 ? 0.0 : smo::kNone;
  }
};

/// The exact minimum along a pair, cut where one of them reaches 0 or 1; their sum stays.
void step_shares(double& a_i, double& a_j, double delta) {
  const double sum = a_i + a_j;
  a_i -= delta;
  a_j += delta;
  if (sum > 1.0) {
    if (a_i > 1.0) {
      a_i = 1.0;
      a_j = sum - 1.0;
    }
  } else if (a_j < 0.0) {
    a_j = 0.0;
    a_i = sum;
  }
  if (sum > 1.0) {
    if (a_j > 1.0) {
      a_j = 1.0;
      a_i = sum - 1.0;
    }
  } else if (a_i < 0.0) {
    a_i = 0.0;
    a_j = sum;
  }
}

}  // namespace

OneClassSolver::OneClassSolver(const arma::mat& K)
    : m_(K.n_rows), stride_(smo::whole_blocks(m_)), rows_(m_ * stride_, 0.0F), diagonal_(stride_, 1.0) {
  for (arma::uword i = 0; i < m_; ++i) {
    std::transform(K.colptr(i), K.colptr(i) + m_, rows_.data() + i * stride_,
                   [](double k) { return static_cast<float>(k); });
    diagonal_[i] = K(i, i);
  }
}

Shares OneClassSolver::train(double nu, double tolerance) const {
  Training shares(stride_);
  const double sum = nu * static_cast<double>(m_);
  const auto whole = static_cast<arma::uword>(sum);
  std::fill_n(shares.alpha.begin(), std::min(whole, m_), 1.0);
  if (whole < m_) shares.alpha[whole] = sum - static_cast<double>(whole);
  double* const gradient = shares.gradient.data();
  for (arma::uword i = 0; i < m_; ++i) {
    shares.refresh(i);
    if (shares.alpha[i] > 0.0) smo::add_row(row(i), shares.alpha[i], stride_, gradient);
  }
  const auto move = [&](arma::uword i, arma::uword j, double step_i, double step_j) {
    return smo::move(gradient, shares.rises.data(), row(i), row(j), step_i, step_j, shares.may_rise.data(),
                     shares.may_fall.data(), stride_);
  };
  smo::Violations worst = move(0, 0, 0.0, 0.0);
  const arma::uword most = std::max<arma::uword>(10000000, 100 * m_);
  // Rounded to single precision, a singular matrix need not be positive semi-definite, and steps may go in circles below its rounding.
  const arma::uword patience = 100000 + 100 * m_;
  const double rounding = sum * static_cast<double>(std::numeric_limits<float>::epsilon());
  bool converged = worst.rise == smo::kNone;  // no share may rise
  for (arma::uword step = 0; step < most && worst.rise > smo::kNone; ++step) {
    const arma::uword i = smo::last_with(shares.rises.data(), worst.rise, stride_);
    const double best = smo::second_order(shares.decreases.data(), gradient, row(i), diagonal_.data(),
                                          diagonal_[i], worst.rise, shares.may_fall.data(), stride_);
    converged = worst.rise + worst.fall < tolerance || best == smo::kNone;
    if (converged || (step >= patience && worst.rise + worst.fall < rounding)) break;
    const arma::uword j = smo::last_with(shares.decreases.data(), best, stride_);
    const double curvature = diagonal_[i] + diagonal_[j] - 2.0 * static_cast<double>(row(i)[j]);
    const double before_i = shares.alpha[i], before_j = shares.alpha[j];
    step_shares(shares.alpha[i], shares.alpha[j],
                (gradient[i] - gradient[j]) / (curvature > 0.0 ? curvature : smo::kFlat));
    shares.refresh(i);
    shares.refresh(j);
    worst = move(i, j, shares.alpha[i] - before_i, shares.alpha[j] - before_j);
  }
  return {arma::vec(shares.alpha.data(), m_), converged};
}

}  // namespace preimage::regression
