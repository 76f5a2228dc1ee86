#include "preimage/regression/one_class_svm.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/regression/libsvm_model.hpp"

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

/// libsvm's machine has coefficients up to 1 that sum to nu m. Its tolerance is absolute, so it gets a form
/// of largest entry 1.
arma::vec libsvm_coefficients(const arma::mat& form, const OneClassOptions& options) {
  const double largest = arma::abs(form).max();
  const double sum = options.nu * static_cast<double>(form.n_rows);
  PrecomputedRows rows(largest > 0.0 ? arma::mat(form / largest) : form);
  svm_parameter parameters = precomputed_parameters(ONE_CLASS);
  parameters.nu = options.nu;
  parameters.eps = options.tolerance * sum;
  const arma::vec coefficients =
      train_libsvm(rows, std::vector<double>(form.n_rows, 1.0), parameters).coefficients;
  return coefficients / arma::accu(coefficients);
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
  require_gram(K, "one-class SVM");
  if (!(options.nu > 0.0 && options.nu <= 1.0)) {
    throw NumericalError(fmt::format("one-class SVM: nu is {}, expected 0 < nu <= 1", options.nu));
  }
  require_positive(options.tolerance, "one-class SVM", "tolerance");
  const auto m = static_cast<double>(K.n_rows);
  OneClassSvm machine;
  machine.nu = options.nu;
  if (options.nu == 1.0) {  // one point is feasible; libsvm's offset is infinite there
    machine.coefficients = arma::vec(K.n_rows, arma::fill::value(1.0 / m));
  } else {
    machine.coefficients = libsvm_coefficients(quadratic_form(K, options.enclosure), options);
  }
  arma::vec values = K * machine.coefficients;
  if (options.enclosure == Enclosure::ball) values -= 0.5 * K.diag();
  machine.rho = offset(values, machine.coefficients, 1.0 / (options.nu * m));
  return machine;
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
