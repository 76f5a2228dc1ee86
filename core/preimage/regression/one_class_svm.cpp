#include "preimage/regression/one_class_svm.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/regression/support_vector_solver.hpp"

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

/// With sum_i a_i = 1 the linear term of the ball is part of the quadratic one, as a common part of K:
///   a'Ka - a'd = a'(K - (d 1' + 1 d') / 2) a,  d the diagonal of K.
arma::vec common_part_of(const arma::mat& K, Enclosure enclosure) {
  if (enclosure == Enclosure::ball) return 0.5 * K.diag();
  return arma::vec(K.n_rows, arma::fill::zeros);
}

/// Coefficients go up to 1 and sum to nu m; they begin as libsvm's do. Below 1 / m every nu gives the same
/// machine, which no bound touches.
BoxDual one_class_dual(arma::uword m, double nu) {
  const double sum = std::max(nu * static_cast<double>(m), 1.0);
  const arma::vec none(m, arma::fill::zeros);
  BoxDual dual{none, none, arma::vec(m, arma::fill::value(sum > 1.0 ? 1.0 : arma::datum::inf)), none};
  const auto whole = static_cast<arma::uword>(sum);
  dual.start.head_rows(std::min(whole, m)).ones();
  if (whole < m) dual.start(whole) = sum - static_cast<double>(whole);
  return dual;
}

}  // namespace

OneClassSvm one_class_svm(const arma::mat& K, const OneClassOptions& options) {
  return one_class_svms(K, {options.nu}, options)[0];
}

std::vector<OneClassSvm> one_class_svms(const arma::mat& K, const std::vector<double>& nus,
                                        const OneClassOptions& options) {
  require_gram(K, "one-class SVM");
  for (const double nu : nus) {
    if (!(nu > 0.0 && nu <= 1.0))
      throw NumericalError(fmt::format("one-class SVM: nu is {}, expected 0 < nu <= 1", nu));
  }
  require_positive(options.tolerance, "one-class SVM", "tolerance");
  const SupportVectorSolver solver(K, arma::vec(K.n_rows, arma::fill::zeros),
                                   common_part_of(K, options.enclosure));
  const double unit = solver.largest() > 0.0 ? solver.largest() : 1.0;
  std::vector<OneClassSvm> machines;
  for (const double nu : nus) {
    BoxDual dual = one_class_dual(K.n_rows, nu);
    const double sum = arma::accu(dual.start);
    dual.tolerance = options.tolerance * sum * unit;
    DualFunction function = solver.train(dual);
    const double found = arma::accu(function.coefficients);
    machines.push_back({function.coefficients / found, -function.bias / found, nu, function.converged});
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

}  // namespace preimage::regression
