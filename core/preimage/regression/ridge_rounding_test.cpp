#include "preimage/regression/ridge_rounding.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/regression/kernel_ridge.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

namespace {

using testing::gaussian_matrix;
using Long = std::vector<std::vector<long double>>;

/// X with (K + ridge I) X = B, by a Cholesky factorisation with 64 bits of mantissa.
Long solved(const arma::mat& K, double ridge, const arma::mat& B) {
  const std::size_t n = K.n_rows, q = B.n_cols;
  Long L(n, std::vector<long double>(n, 0.0L)), X(n, std::vector<long double>(q));
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i < n; ++i) {
      long double sum = static_cast<long double>(K(i, j)) + (i == j ? ridge : 0.0);
      for (std::size_t k = 0; k < j; ++k) sum -= L[i][k] * L[j][k];
      L[i][j] = i == j ? std::sqrt(sum) : sum / L[j][j];
    }
  }
  for (std::size_t u = 0; u < q; ++u) {
    for (std::size_t i = 0; i < n; ++i) {
      long double sum = B(i, u);
      for (std::size_t k = 0; k < i; ++k) sum -= L[i][k] * X[k][u];
      X[i][u] = sum / L[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t k = i + 1; k < n; ++k) X[i][u] -= L[k][i] * X[k][u];
      X[i][u] /= L[i][i];
    }
  }
  return X;
}

/// How far each row of `found` is from K_test X.
arma::vec distances_from(const arma::mat& found, const arma::mat& K_test, const Long& X) {
  arma::vec result(found.n_rows);
  for (arma::uword i = 0; i < found.n_rows; ++i) {
    long double squares = 0.0L;
    for (arma::uword u = 0; u < found.n_cols; ++u) {
      long double sum = 0.0L;
      for (arma::uword l = 0; l < K_test.n_cols; ++l) sum += K_test(i, l) * X[l][u];
      squares += (found(i, u) - sum) * (found(i, u) - sum);
    }
    result(i) = static_cast<double>(std::sqrt(squares));
  }
  return result;
}

arma::mat gaussian_kernel(const arma::vec& x, const arma::vec& z, double sigma) {
  arma::mat K(x.n_elem, z.n_elem);
  for (arma::uword j = 0; j < z.n_elem; ++j)
    for (arma::uword i = 0; i < x.n_elem; ++i)
      K(i, j) = std::exp(-(x(i) - z(j)) * (x(i) - z(j)) / (2.0 * sigma * sigma));
  return K;
}

struct Problem {
  arma::vec x = arma::linspace(-4.0, 4.0, 60), new_x = arma::linspace(-6.0, 6.0, 25);
  arma::mat K = gaussian_kernel(x, x, 1.0), K_test = gaussian_kernel(new_x, x, 1.0);
  arma::mat rough = gaussian_matrix(60, 2, 5),
            smooth = arma::join_rows(arma::sin(x), arma::exp(-arma::square(x)));
};

}  // namespace

TEST_CASE(
    "the stated error of a ridge's predictions is that of a solution in higher precision, at every ridge") {
  const Problem p;
  for (const double ridge : {1.0, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    for (const arma::mat* Y : {&p.rough, &p.smooth}) {
      CAPTURE(ridge);
      CAPTURE(Y == &p.rough);
      const RidgeFit fit = fit_ridge(kernels::Gram{p.K}, *Y, ridge);
      const Rounding rounding = fit.rounding.of(base::Lazy<arma::mat>(p.K_test));
      const arma::vec& errors = *rounding.errors;
      CHECK(arma::all(errors <= *rounding.bounds));
      CHECK(arma::all(*rounding.bounds < 1e-9 / (ridge * ridge)));
      const arma::vec actual = distances_from(p.K_test * fit.coefficients, p.K_test, solved(p.K, ridge, *Y));
      CHECK(arma::all(actual <= errors));
      CHECK(errors.max() <= 1e3 * actual.max());
    }
  }
}

TEST_CASE("that of weights by an inverse, and of held-out ones, is the error of the weights") {
  const Problem p;
  const arma::uvec test = arma::regspace<arma::uvec>(0, 7, 59);
  arma::uvec train;
  for (arma::uword i = 0; i < 60; ++i)
    if (i % 7 != 0) train = arma::join_cols(train, arma::uvec{i});
  for (const double ridge : {1.0, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    CAPTURE(ridge);
    const arma::mat S = ridge_dual_operator(p.K, RidgeForm::plain, ridge);
    const arma::vec root_diagonal = arma::sqrt(p.K.diag() + ridge);
    const Rounding rounding =
        rounding_of_inverse(base::Lazy<arma::mat>(S), root_diagonal, ridge)
            .of(base::Lazy<arma::mat>(p.K_test), base::Lazy<arma::mat>(arma::mat(p.K_test * S)));
    const arma::vec& errors = *rounding.errors;
    CHECK(arma::all(errors <= *rounding.bounds));
    const arma::vec actual =
        distances_from(p.K_test * S, p.K_test, solved(p.K, ridge, arma::mat(60, 60, arma::fill::eye)));
    CHECK(arma::all(actual <= errors));
    CHECK(errors.max() <= 1e3 * actual.max());
    const arma::mat W = held_out_weights(S, test, train);
    const arma::vec of_held_out = held_out_errors(W, row_lengths(S), root_diagonal, test, train);
    const arma::mat K_train = p.K.submat(train, train), K_test = p.K.submat(test, train);
    const arma::vec moved = distances_from(
        W, K_test, solved(K_train, ridge, arma::mat(train.n_elem, train.n_elem, arma::fill::eye)));
    CHECK(arma::all(moved <= of_held_out));
    CHECK(of_held_out.max() <= 1e3 * moved.max());
    CHECK(arma::all(of_held_out <= held_out_bounds(root_diagonal, ridge, test)));
  }
}

TEST_CASE("held-out predictions of few outputs state their error, fold by fold") {
  const Problem p;
  const std::vector<arma::uword> sizes = {20, 20, 20};
  for (const double ridge : {1.0, 1e-2, 1e-4, 1e-6, 1e-8}) {
    for (const arma::mat* Y : {&p.rough, &p.smooth}) {
      CAPTURE(ridge);
      CAPTURE(Y == &p.rough);
      HeldOutRidge held_out(p.K, *Y, sizes);
      const std::vector<arma::mat> found = held_out.predictions(ridge);
      const std::vector<Rounding> rounding = held_out.rounding();
      double largest = 0.0, stated = 0.0;
      for (arma::uword f = 0; f < 3; ++f) {
        const arma::uvec test = arma::regspace<arma::uvec>(20 * f, 20 * f + 19);
        arma::uvec train;
        for (arma::uword i = 0; i < 60; ++i)
          if (i / 20 != f) train = arma::join_cols(train, arma::uvec{i});
        const arma::rowvec mean = arma::mean(Y->rows(train), 0);
        const arma::vec actual =
            distances_from(found[f].each_row() - mean, p.K.submat(test, train),
                           solved(p.K.submat(train, train), ridge, Y->rows(train).eval().each_row() - mean));
        CHECK(arma::all(actual <= *rounding[f].errors + 1e-14));
        CHECK(arma::all(*rounding[f].errors <= *rounding[f].bounds));
        largest = std::max(largest, actual.max());
        stated = std::max(stated, rounding[f].errors->max());
      }
      CHECK(stated <= 1e3 * largest);
    }
  }
}

TEST_CASE("a series states its rounding, too; that of predictions at another ridge is refused") {
  const arma::vec x = arma::linspace(0.0, 30.0, 12);
  const arma::mat K = gaussian_kernel(x, x, 0.9), Y = gaussian_matrix(12, 2, 3);
  const arma::uvec test = arma::regspace<arma::uvec>(0, 5), train = test + 6;
  HeldOutRidge held_out(K, Y, {6, 6});
  REQUIRE(held_out.further_terms(0.1));
  const arma::rowvec mean = arma::mean(Y.rows(train), 0);
  const arma::vec actual =
      distances_from(held_out.predictions(0.1)[0].each_row() - mean, K.submat(test, train),
                     solved(K.submat(train, train), 0.1, Y.rows(train).eval().each_row() - mean));
  CHECK(arma::all(actual <= *held_out.rounding()[0].errors));
  CHECK(held_out.rounding()[0].errors->max() < 1e-12);
  HeldOutRidge by_factor(Problem().K, Problem().rough, {30, 30});
  by_factor.predictions(0.1);
  const std::vector<Rounding> earlier = by_factor.rounding();
  by_factor.predictions(0.2);
  CHECK_THROWS_AS(*earlier[0].errors, std::logic_error);
}

TEST_CASE("the squared form's error is the rounding of its eigenvalues times the slope of the smoother") {
  const Problem p;
  for (const double ridge : {1.0, 1e-2}) {
    CAPTURE(ridge);
    const SquaredRidgePath path(input_gram_matrix(p.K));
    const arma::vec errors = rounding_errors(p.K_test * path.rounding(ridge));
    const arma::mat KK = p.K * p.K;
    const arma::vec actual =
        distances_from(p.K_test * path.smoother(ridge), p.K_test, solved(KK, ridge, p.K));
    CHECK(arma::all(actual <= errors + 1e-30));
  }
}

}  // namespace preimage::regression
