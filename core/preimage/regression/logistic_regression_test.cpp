#include "preimage/regression/logistic_regression.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/support_vectors.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

namespace {

/// Newton's method in the inputs' own coordinates, all classes at once, with the last class's function held
/// at 0 by no penalty: slow, and shares nothing with L-BFGS over eigenvectors. w is (d + 1) x c by columns;
/// the flat direction (all biases) gets a unit of curvature.
arma::mat by_newton(const arma::mat& X, const std::vector<int>& y, double C, const arma::vec& v) {
  const arma::mat Z = arma::join_rows(X, arma::vec(X.n_rows, arma::fill::ones));
  const arma::uword d = Z.n_cols, c = static_cast<arma::uword>(*std::max_element(y.begin(), y.end())) + 1;
  arma::mat W(d, c, arma::fill::zeros);
  for (int step = 0; step < 60; ++step) {
    arma::vec gradient(d * c, arma::fill::zeros);
    arma::mat H(d * c, d * c, arma::fill::zeros);
    for (arma::uword k = 0; k < c; ++k) {
      for (arma::uword j = 0; j + 1 < d; ++j) {
        gradient(k * d + j) = W(j, k);
        H(k * d + j, k * d + j) = 1.0;
      }
      for (arma::uword l = 0; l < c; ++l) H(k * d + d - 1, l * d + d - 1) += 1.0;
    }
    for (arma::uword i = 0; i < Z.n_rows; ++i) {
      arma::rowvec p = arma::exp(Z.row(i) * W);
      p /= arma::accu(p);
      for (arma::uword k = 0; k < c; ++k) {
        const double residual = p(k) - (static_cast<arma::uword>(y[i]) == k ? 1.0 : 0.0);
        gradient.subvec(k * d, k * d + d - 1) += C * v(i) * residual * Z.row(i).t();
        for (arma::uword l = 0; l < c; ++l)
          H.submat(k * d, l * d, k * d + d - 1, l * d + d - 1) +=
              C * v(i) * p(k) * ((k == l ? 1.0 : 0.0) - p(l)) * Z.row(i).t() * Z.row(i);
      }
    }
    W -= arma::reshape(arma::solve(H, gradient), d, c);
  }
  return Z * W;
}

std::vector<int> labels(const arma::mat& X, int classes) {
  std::vector<int> y;
  for (arma::uword i = 0; i < X.n_rows; ++i)
    y.push_back(X(i, 0) > 0.3 ? 1 : X(i, 1) > 0.2 && classes == 3 ? 2 : 0);
  for (arma::uword i = 0; i < X.n_rows; i += 7) y[i] = static_cast<int>(i) % classes;  // they overlap
  return y;
}

}  // namespace

TEST_CASE(
    "logistic regression of several classes has the values of Newton's method, and shifts change none") {
  const arma::mat X = testing::gaussian_matrix(40, 3, 11);
  arma::vec v(40, arma::fill::ones);
  for (const bool is_weighted : {false, true}) {
    if (is_weighted) v = arma::linspace(0.5, 2.0, 40);
    for (const double shift : {0.0, 100.0}) {
      const std::vector<int> y = labels(X, 3);
      const arma::mat moved = X + shift;
      const auto functions =
          logistic_regression(moved * moved.t(), y, {0, 1, 2}, {2.0}, is_weighted ? v : arma::vec())[0];
      const arma::mat values = evaluate(functions, moved * moved.t()), expected = by_newton(X, y, 2.0, v);
      arma::mat off = values - expected;
      off.each_col() -= arma::vec(arma::mean(off, 1));  // what all classes have in common means nothing
      CHECK(arma::abs(off).max() < (shift == 0.0 ? 1e-6 : 1e-3));
      for (const DualFunction& function : functions) CHECK(function.converged);
    }
  }
}

TEST_CASE("of two classes it penalises one function, and the values are half of it and its negative") {
  const arma::mat X = testing::gaussian_matrix(30, 2, 12), K = X * X.t();
  const std::vector<int> y = labels(X, 2);
  const auto functions = logistic_regression(K, y, {0, 1}, {0.7})[0];
  const arma::mat values = evaluate(functions, K);
  CHECK(arma::abs(values.col(0) + values.col(1)).max() < 1e-12);
  // Stationary: w = C sum_i (y_i - p_i) x_i, and sum_i (y_i - p_i) = 0.
  const arma::vec g = values.col(1) - values.col(0), p = 1.0 / (1.0 + arma::exp(-g));
  const arma::vec residual = arma::conv_to<arma::vec>::from(y) - p;
  const arma::vec w = 0.7 * X.t() * residual;
  CHECK(std::abs(arma::accu(residual)) < 1e-6);
  CHECK(arma::abs(arma::diff(g - X * w)).max() < 1e-6);
}

TEST_CASE("logistic regression refuses one class alone, a C that is none, and other counts") {
  const arma::mat K(2, 2, arma::fill::eye);
  CHECK(testing::thrown_message<NumericalError>([&] {
          logistic_regression(K, {0, 0}, {0}, {1.0});
        }) == "logistic regression: the training samples are all of one class");
  CHECK(testing::thrown_message<NumericalError>([&] {
          logistic_regression(K, {0, 1}, {0, 1}, {0.0});
        }) == "logistic regression: C and weights have to be above 0");
  CHECK(testing::thrown_message<NumericalError>([&] {
          logistic_regression(K, {0, 1, 1}, {0, 1}, {1.0});
        }) == "logistic regression: 3 classes and 0 weights for 2 training samples");
}

}  // namespace preimage::regression
