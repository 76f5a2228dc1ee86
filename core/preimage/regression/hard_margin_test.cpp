#include "preimage/regression/hard_margin.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/libsvm_model.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_gram;
using testing::gaussian_matrix;

namespace {

/// C_SVC with a bound that is never reached, on the same centred matrix: the slow oracle.
DualFunction by_libsvm(const arma::mat& K, const arma::vec& diagonal, const std::vector<int>& signs) {
  const CentredGram centred(K, diagonal);
  arma::mat matrix(arma::size(K));
  for (arma::uword i = 0; i < K.n_rows; ++i) {
    for (arma::uword j = 0; j < K.n_rows; ++j) matrix(i, j) = centred(i, j);
    matrix(i, i) = centred.diagonal(i);
  }
  PrecomputedRows rows(matrix, K.n_rows);
  svm_parameter parameters = precomputed_parameters(C_SVC);
  parameters.C = 1e9;
  DualFunction function = train_libsvm(rows, std::vector<double>(signs.begin(), signs.end()), parameters);
  function.bias -= centred.common(function.coefficients);
  return function;
}

void check_same_bits(const arma::mat& K, const arma::vec& diagonal, const std::vector<int>& signs) {
  const DualFunction found = HardMarginSolver(K, diagonal).train(signs);
  const DualFunction expected = by_libsvm(K, diagonal, signs);
  REQUIRE(found.coefficients.n_elem == expected.coefficients.n_elem);
#if defined(__x86_64__)  // elsewhere compilers may fuse a multiplication with an addition
  CHECK(arma::all(found.coefficients == expected.coefficients));
  CHECK(found.bias == expected.bias);
#else
  CHECK(arma::abs(found.coefficients - expected.coefficients).max() * diagonal.max() < 0.01);
#endif
}

/// Every `period`-th sample is of the rarer class; the first of all has sign `first`.
std::vector<int> some_signs(arma::uword m, arma::uword period, int first) {
  std::vector<int> signs(m, -first);
  for (arma::uword i = 0; i < m; i += period) signs[i] = first;
  return signs;
}

}  // namespace

TEST_CASE("every bit is libsvm's, whatever the bandwidth, the ridge and the number of samples") {
  for (const arma::uword m : {2U, 3U, 4U, 5U, 31U, 64U, 120U}) {
    arma::mat X = gaussian_matrix(m, 3, 61);
    const arma::vec diagonals = 0.5 + arma::vec(m, arma::fill::ones) + 0.5 * arma::cos(X.col(0));
    for (const double g : {1e-4, 0.05, 1.0, 100.0}) {
      const arma::mat K = gaussian_gram(X, X, g);
      for (const double ridge : {1e-2, 1.0, 100.0}) {
        for (const int first : {1, -1}) {
          CAPTURE(m);
          CAPTURE(g);
          CAPTURE(ridge);
          CAPTURE(first);
          check_same_bits(K, ridge * diagonals, some_signs(m, m > 30 ? 7 : 2, first));
        }
      }
    }
  }
}

TEST_CASE(
    "among equals the choice is libsvm's: copies of samples, a Gram matrix of few values, no kernel at all") {
  arma::mat X = gaussian_matrix(60, 2, 62);
  for (arma::uword i = 3; i < 60; i += 3) X.row(i) = X.row(i - 3);
  const arma::mat steps = arma::floor(4.0 * gaussian_gram(X, X, 0.5)) / 4.0;
  for (const arma::uword period : {2U, 5U, 59U}) {
    CAPTURE(period);
    const std::vector<int> signs = some_signs(60, period, 1);
    check_same_bits(gaussian_gram(X, X, 0.5), arma::vec(60, arma::fill::value(0.1)), signs);
    check_same_bits(steps * steps.t() / 60.0, arma::vec(60, arma::fill::value(1.0)), signs);
    check_same_bits(arma::mat(60, 60, arma::fill::zeros), arma::vec(60, arma::fill::value(2.0)), signs);
    check_same_bits(arma::mat(60, 60, arma::fill::ones), arma::vec(60, arma::fill::value(1e-3)), signs);
  }
}

TEST_CASE("a tighter tolerance comes nearer to the optimality conditions") {
  const arma::mat X = gaussian_matrix(40, 2, 63);
  const arma::mat K = gaussian_gram(X, X, 0.5);
  const arma::vec diagonal(40, arma::fill::value(0.05));
  const std::vector<int> signs = some_signs(40, 3, 1);
  const DualFunction f = HardMarginSolver(K, diagonal, 1e-10).train(signs);
  for (arma::uword i = 0; i < 40; ++i) {
    const double a = f.coefficients(i) * signs[i];
    const double margin = signs[i] * (arma::dot(K.col(i), f.coefficients) + f.bias) + 0.05 * a;
    CHECK(a >= 0.0);
    CHECK(margin >= 1.0 - 1e-5);  // rows are kept in single precision
    if (a > 0.0) CHECK(margin <= 1.0 + 1e-5);
  }
}

TEST_CASE("a scale beyond single precision changes no decision") {
  const std::vector<int> signs = {1, 1, -1, -1};
  for (const double scale : {1e-30, 1e-12, 1.0, 1e15, 1e20, 1e60}) {
    CAPTURE(scale);
    const arma::vec x = scale * arma::vec{1.0, 2.0, -1.0, -2.0};
    const arma::mat K = x * x.t();
    const arma::vec diagonal(4, arma::fill::value(1e-4 * scale * scale));
    const DualFunction found = HardMarginSolver(K, diagonal).train(signs);
    CHECK(found.converged);
    // By hand: the samples at +-1 carry the machine, f(x) = w x with w = 2 a, a (2 + 1e-4) = 1.
    const arma::vec decided = K * found.coefficients + found.bias;
    CHECK(arma::abs(decided - arma::vec{1.0, 2.0, -1.0, -2.0}).max() < 2e-3);
  }
  arma::mat X = gaussian_matrix(60, 3, 63);
  const arma::mat K = gaussian_gram(X, X, 0.5);
  const arma::vec ridge(60, arma::fill::value(0.1));
  const double far = std::ldexp(1.0, 300);
  const DualFunction near = HardMarginSolver(K, ridge).train(some_signs(60, 7, 1));
  const DualFunction scaled = HardMarginSolver(far * K, far * ridge).train(some_signs(60, 7, 1));
  CHECK(arma::abs(far * scaled.coefficients - near.coefficients).max() < 1e-12);
  CHECK(std::abs(scaled.bias - near.bias) < 1e-12);
}

TEST_CASE("bytes under a polynomial of degree 6 leave the range of single precision, and are told apart") {
  const arma::mat noise = gaussian_matrix(40, 784, 64);
  arma::mat bytes = arma::clamp(arma::round(128.0 + 40.0 * noise), 0.0, 255.0);
  std::vector<int> signs;
  for (arma::uword i = 0; i < 40; ++i) {
    signs.push_back(i % 2 == 0 ? 1 : -1);
    if (i % 2 == 0) bytes.row(i).head(300) = 0.5 * bytes.row(i).head(300);
  }
  const arma::mat K = arma::pow(bytes * bytes.t(), 6.0);  // up to 1e43
  CHECK(K.max() > 3.5e38);
  const DualFunction found = HardMarginSolver(K, arma::vec(40, arma::fill::ones)).train(signs);
  CHECK(found.converged);
  const arma::vec decided = K * found.coefficients + found.bias;
  for (arma::uword i = 0; i < 40; ++i) CHECK(decided(i) * signs[i] > 0.99);
}

TEST_CASE("equal samples of different class at a ridge below the last digit of K are not called solved") {
  const arma::mat K(2, 2, arma::fill::ones);
  const DualFunction found = HardMarginSolver(K, arma::vec(2, arma::fill::value(1e-18))).train({1, -1});
  CHECK_FALSE(found.converged);
  CHECK(not_converged(quality_of({found, found}), "svm") ==
        "svm: the optimality conditions of 2 of 2 machines do not hold to 0.001");
  for (const double ridge : {1e-9, 1e-3})
    CHECK(HardMarginSolver(K, arma::vec(2, arma::fill::value(ridge))).train({1, -1}).converged);
}

TEST_CASE("libsvm's last step is no solution") {
  const arma::mat K(2, 2, arma::fill::ones);
  const arma::mat Y = arma::vec{0.0, 1.0};
  CHECK_FALSE(support_vector_regression(K, Y, {1e30, 0.0}).front().converged);
  CHECK(support_vector_regression(K, Y, {1.0, 0.1}).front().converged);
}

}  // namespace preimage::regression
