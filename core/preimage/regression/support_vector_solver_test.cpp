#include "preimage/regression/support_vector_solver.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/support_vectors.hpp"
#include "preimage/regression/testing_dual.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "preimage/regression/testing_libsvm.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;
using testing::is_same_machine;
using testing::libsvm_parameters;

namespace {

/// What a solver makes of K.
struct Machines {
  const arma::mat& K;
  arma::vec added, common;
  SupportVectorSolver solver;

  explicit Machines(const arma::mat& gram, const arma::vec& diagonal)
      : K(gram), added(diagonal), common(common_part(gram)), solver(gram, diagonal, common) {}

  arma::mat matrix() const {
    arma::mat result(arma::size(K));
    for (arma::uword i = 0; i < K.n_rows; ++i)
      for (arma::uword j = 0; j < K.n_rows; ++j) result(i, j) = K(i, j) - (common(i) + common(j));
    result.diag() += added;
    return result;
  }
  DualFunction expected(const arma::vec& targets, const svm_parameter& parameters) const {
    DualFunction function = testing::by_libsvm(matrix(), targets, parameters);
    function.bias -= arma::dot(common, function.coefficients);
    return function;
  }
};

BoxDual classes_dual(const arma::vec& y, double C) {
  const arma::vec none(y.n_elem, arma::fill::zeros), bounds = C * y;
  return {-y, arma::min(bounds, none), arma::max(bounds, none), none};
}

DualFunction hard_margin(const arma::mat& K, const arma::vec& added, const arma::vec& y) {
  return Machines(K, added).solver.train(classes_dual(y, arma::datum::inf));
}

/// Also where the bound is reached.
void check_same_bits(const arma::mat& K, const arma::vec& diagonal, const arma::vec& y) {
  svm_parameter parameters = libsvm_parameters(C_SVC);
  const Machines machines(K, diagonal);
  for (const double C : {1e9, 1.0, 0.1}) {
    CAPTURE(C);
    parameters.C = C;
    const DualFunction found = machines.solver.train(classes_dual(y, C < 1e9 ? C : arma::datum::inf));
    CHECK(is_same_machine(found, machines.expected(y, parameters), K));
  }
}

/// Every `period`-th sample is of the rarer class; the first of all has sign `first`.
arma::vec some_signs(arma::uword m, arma::uword period, int first) {
  arma::vec signs(m, arma::fill::value(-first));
  for (arma::uword i = 0; i < m; i += period) signs(i) = first;
  return signs;
}

}  // namespace

TEST_CASE("every bit is libsvm's, whatever the bandwidth, the ridge, the bound and the number of samples") {
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

TEST_CASE("every bit of a regression is libsvm's") {
  for (const arma::uword m : {2U, 5U, 31U, 64U, 120U}) {
    const arma::mat X = gaussian_matrix(m, 3, 65);
    const arma::vec y = arma::sin(2.0 * X.col(0)) + 0.3 * X.col(1);
    svm_parameter parameters = libsvm_parameters(EPSILON_SVR);
    for (const double g : {0.05, 1.0, 100.0}) {
      const arma::mat K = gaussian_gram(X, X, g);
      const Machines machines(K, arma::vec(m, arma::fill::zeros));
      for (const double C : {0.1, 1.0, 10.0}) {
        for (const double epsilon : {0.01, 0.1, 0.5}) {
          CAPTURE(m);
          CAPTURE(g);
          CAPTURE(C);
          CAPTURE(epsilon);
          parameters.C = C;
          parameters.p = epsilon;
          const DualFunction found = support_vector_regression(K, y, {{C, epsilon}})[0][0];
          CHECK(is_same_machine(found, machines.expected(y, parameters), K));
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
    const arma::vec signs = some_signs(60, period, 1);
    check_same_bits(gaussian_gram(X, X, 0.5), arma::vec(60, arma::fill::value(0.1)), signs);
    check_same_bits(steps * steps.t() / 60.0, arma::vec(60, arma::fill::value(1.0)), signs);
    check_same_bits(arma::mat(60, 60, arma::fill::zeros), arma::vec(60, arma::fill::value(2.0)), signs);
    check_same_bits(arma::mat(60, 60, arma::fill::ones), arma::vec(60, arma::fill::value(1e-3)), signs);
  }
}

TEST_CASE(
    "any box agrees with an enumeration of its active sets: with a bias and without, one group or two") {
  for (const std::uint64_t seed : {71U, 72U, 73U, 74U, 75U}) {
    for (const arma::uword groups : {1U, 2U}) {
      for (const bool has_bias : {true, false}) {
        CAPTURE(seed);
        CAPTURE(groups);
        CAPTURE(has_bias);
        const arma::uword m = groups == 1 ? 7 : 4;
        const arma::mat X = gaussian_matrix(m, 2, seed), sizes = gaussian_matrix(m, 2, seed + 10);
        BoxDual dual{gaussian_matrix(m, 2, seed + 20).head_cols(groups),
                     -arma::abs(sizes.head_cols(groups)),
                     arma::abs(sizes.tail_cols(groups)),
                     {}};
        if (groups == 2) {  // raised by one, lowered by the other; the optimum is unique
          dual.lower.col(0).zeros();
          dual.upper.col(1).zeros();
          dual.linear.col(0) = dual.linear.col(1) + 1.0;
        }
        if (seed == 75) dual.upper(0, 0) = arma::datum::inf;
        dual.start = 0.25 * dual.lower;
        dual.tolerance = 1e-9;
        const arma::mat K = gaussian_gram(X, X, 0.5);
        arma::mat ridged = K;
        ridged.diag() += 0.1;
        const arma::vec none(m, arma::fill::zeros);
        const DualFunction found = SupportVectorSolver(K, none + 0.1, none, has_bias).train(dual),
                           expected = testing::by_enumeration(ridged, dual, has_bias);
        CHECK(found.converged);
        CHECK(is_close(found.coefficients, expected.coefficients, 0.0, 1e-7));
        CHECK(is_close(found.bias, expected.bias, 1e-7));
      }
    }
  }
}

TEST_CASE("a scale beyond single precision changes no decision") {
  const arma::vec signs = {1.0, 1.0, -1.0, -1.0};
  for (const double scale : {1e-30, 1e-12, 1.0, 1e15, 1e20, 1e60}) {
    CAPTURE(scale);
    const arma::vec x = scale * arma::vec{1.0, 2.0, -1.0, -2.0};
    const arma::mat K = x * x.t();
    const arma::vec diagonal(4, arma::fill::value(1e-4 * scale * scale));
    const DualFunction found = hard_margin(K, diagonal, signs);
    CHECK(found.converged);
    // By hand: the samples at +-1 carry the machine, f(x) = w x with w = 2 a, a (2 + 1e-4) = 1.
    const arma::vec decided = K * found.coefficients + found.bias;
    CHECK(arma::abs(decided - arma::vec{1.0, 2.0, -1.0, -2.0}).max() < 2e-3);
  }
  arma::mat X = gaussian_matrix(60, 3, 63);
  const arma::mat K = gaussian_gram(X, X, 0.5);
  const arma::vec ridge(60, arma::fill::value(0.1));
  const double far = std::ldexp(1.0, 300);
  const DualFunction near = hard_margin(K, ridge, some_signs(60, 7, 1));
  const DualFunction scaled = hard_margin(far * K, far * ridge, some_signs(60, 7, 1));
  CHECK(arma::abs(far * scaled.coefficients - near.coefficients).max() < 1e-12);
  CHECK(std::abs(scaled.bias - near.bias) < 1e-12);
}

TEST_CASE("bytes under a polynomial of degree 6 leave the range of single precision, and are told apart") {
  const arma::mat noise = gaussian_matrix(40, 784, 64);
  arma::mat bytes = arma::clamp(arma::round(128.0 + 40.0 * noise), 0.0, 255.0);
  arma::vec signs(40, arma::fill::value(-1.0));
  for (arma::uword i = 0; i < 40; i += 2) {
    signs(i) = 1.0;
    bytes.row(i).head(300) = 0.5 * bytes.row(i).head(300);
  }
  const arma::mat K = arma::pow(bytes * bytes.t(), 6.0);  // up to 1e43
  CHECK(K.max() > 3.5e38);
  const DualFunction found = hard_margin(K, arma::vec(40, arma::fill::ones), signs);
  CHECK(found.converged);
  const arma::vec decided = K * found.coefficients + found.bias;
  for (arma::uword i = 0; i < 40; ++i) CHECK(decided(i) * signs[i] > 0.99);
}

TEST_CASE("equal samples of different class at a ridge below the last digit of K are not called solved") {
  const arma::mat K(2, 2, arma::fill::ones);
  const DualFunction found = hard_margin(K, arma::vec(2, arma::fill::value(1e-18)), arma::vec{1.0, -1.0});
  CHECK_FALSE(found.converged);
  CHECK(not_converged(quality_of({found, found}), "svm") ==
        "svm: the optimality conditions of 2 of 2 machines do not hold to 0.001");
  for (const double ridge : {1e-9, 1e-3})
    CHECK(hard_margin(K, arma::vec(2, arma::fill::value(ridge)), arma::vec{1.0, -1.0}).converged);
}

TEST_CASE("the last step is no solution") {
  const arma::mat K(2, 2, arma::fill::ones), Y = arma::vec{0.0, 1.0};
  CHECK_FALSE(support_vector_regression(K, Y, {{1e30, 0.0}})[0][0].converged);
  CHECK(support_vector_regression(K, Y, {{1.0, 0.1}})[0][0].converged);
}

}  // namespace preimage::regression
