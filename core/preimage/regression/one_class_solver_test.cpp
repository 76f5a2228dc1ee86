#include "preimage/regression/one_class_solver.hpp"

#include <doctest/doctest.h>

#include "preimage/regression/libsvm_model.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_gram;
using testing::gaussian_matrix;

namespace {

/// The slow oracle. Tolerances are such that rows in single precision reach them.
arma::vec by_libsvm(const arma::mat& K, double nu, double tolerance) {
  PrecomputedRows rows(K);
  svm_parameter parameters = precomputed_parameters(ONE_CLASS);
  parameters.nu = nu;
  parameters.eps = tolerance;
  return train_libsvm(rows, std::vector<double>(K.n_rows, 1.0), parameters).coefficients;
}

void check_same_bits(const arma::mat& K, double tightest = 1e-4) {
  const OneClassSolver solver(K);
  for (const double nu : {0.01, 0.05, 0.25, 0.3, 0.5, 0.77, 0.95, 0.999}) {
    for (const double tolerance : {1e-2, tightest}) {
      CAPTURE(K.n_rows);
      CAPTURE(nu);
      CAPTURE(tolerance);
      const arma::vec found = solver.train(nu, tolerance).coefficients,
                      expected = by_libsvm(K, nu, tolerance);
#if defined(__x86_64__)  // elsewhere compilers may fuse a multiplication with an addition
      CHECK(arma::all(found == expected));
#else
      CHECK(std::abs(arma::as_scalar(found.t() * K * found - expected.t() * K * expected)) < 0.1);
#endif
    }
  }
}

}  // namespace

TEST_CASE(
    "every bit of a one-class machine is libsvm's, whatever the bandwidth, nu and the number of samples") {
  for (const arma::uword m : {1U, 2U, 3U, 4U, 5U, 31U, 64U, 120U}) {
    const arma::mat X = gaussian_matrix(m, 3, 61);
    for (const double g : {1e-4, 0.05, 1.0, 100.0})
      check_same_bits(gaussian_gram(X, X, g), g < 1.0 ? 1e-4 : 1e-9);
    check_same_bits(X * X.t());
  }
}

TEST_CASE(
    "among equals the choice is libsvm's: copies, a Gram matrix of few values, one that is not positive") {
  arma::mat X = gaussian_matrix(60, 2, 62);
  for (arma::uword i = 3; i < 60; i += 3) X.row(i) = X.row(i - 3);
  check_same_bits(gaussian_gram(X, X, 0.5));
  check_same_bits(arma::floor(4.0 * gaussian_gram(X, X, 0.5)) / 4.0);
  check_same_bits(arma::mat(60, 60, arma::fill::zeros));
  check_same_bits(arma::mat(60, 60, arma::fill::ones));
  check_same_bits(arma::mat(60, 60, arma::fill::eye));
  arma::mat form = X * X.t();  // of the ball: no longer positive semi-definite
  const arma::vec half = 0.5 * form.diag();
  form.each_col() -= half;
  form.each_row() -= half.t();
  check_same_bits(form / arma::abs(form).max());
}

}  // namespace preimage::regression
