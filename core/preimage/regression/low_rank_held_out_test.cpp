#include "preimage/regression/low_rank_held_out.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/held_out_ridge.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;
using testing::refitted_without;

namespace {

void check_against_refits(const arma::mat& K, const arma::mat& Y, const std::vector<arma::uword>& sizes,
                          double ridge) {
  CAPTURE(ridge);
  const std::vector<arma::mat> predictions = HeldOutRidge(K, Y, sizes).predictions(ridge);
  arma::uword begin = 0;
  for (std::size_t f = 0; f < sizes.size(); ++f) {
    CAPTURE(f);
    CHECK(is_close(predictions[f], refitted_without(K, Y, ridge, begin, begin + sizes[f] - 1), 1e-8));
    begin += sizes[f];
  }
}

}  // namespace

TEST_CASE("held-out predictions of a linear kernel of few numbers equal refits") {
  const arma::mat Y = gaussian_matrix(400, 3, 32) + 2.0;
  for (double origin : {0.0, 30.0}) {
    CAPTURE(origin);
    const arma::mat X = gaussian_matrix(400, 20, 31) + origin;
    const arma::mat K = X * X.t();
    const std::optional<arma::mat> G = low_rank_factor(K);
    REQUIRE(G.has_value());
    CHECK(G->n_cols == 20);
    CHECK(is_close(*G * G->t(), K, 1e-13));
    // far from the origin a refit with a small ridge is off by more than 1e-8 itself
    for (double ridge : {origin == 0.0 ? 1e-3 : 10.0, 100.0})
      check_against_refits(K, Y, {90, 1, 199, 110}, ridge);
  }
}

TEST_CASE("held-out predictions of a wide Gaussian and of repeated samples equal refits") {
  const arma::mat Y = gaussian_matrix(400, 2, 34);
  const arma::mat line = gaussian_matrix(400, 1, 33);
  const arma::mat wide = gaussian_gram(line, line, 1e-3);
  const arma::mat few = gaussian_matrix(10, 5, 35);
  arma::mat repeated(400, 5);
  for (arma::uword i = 0; i < 400; ++i) repeated.row(i) = few.row(i % 10);
  const arma::mat alike = gaussian_gram(repeated, repeated, 0.5);
  for (const arma::mat& K : {wide, alike}) {
    REQUIRE(low_rank_factor(K).has_value());
    for (double ridge : {1e-2, 1.0}) check_against_refits(K, Y, {100, 100, 100, 100}, ridge);
  }
}

TEST_CASE("one far value hides nothing of the other samples") {
  arma::mat X = gaussian_matrix(400, 100, 47);
  X(0, 0) = 1e8;
  CHECK(!low_rank_factor(X * X.t()));  // rank 100 is more than 400 / 16
  arma::mat few = gaussian_matrix(400, 10, 48);
  few(0, 0) = 1e8;
  const arma::mat Y = gaussian_matrix(400, 2, 49);
  for (const arma::mat& inputs : {X, few}) {
    const arma::mat K = inputs * inputs.t();
    for (double ridge : {1.0, 100.0}) {
      CAPTURE(ridge);
      const std::vector<arma::mat> predictions = HeldOutRidge(K, Y, {100, 100, 100, 100}).predictions(ridge);
      for (arma::uword f = 0; f < 4; ++f) {
        CAPTURE(f);
        // In feature space, d x d: the far sample is no row of it where it is held out, and decides its own coordinate elsewhere.
        arma::uvec rest = arma::regspace<arma::uvec>(0, 399);
        rest.shed_rows(100 * f, 100 * f + 99);
        const arma::mat X_T = inputs.rows(rest), Y_T = Y.rows(rest);
        const arma::rowvec mean = arma::mean(Y_T, 0);
        arma::mat A = X_T.t() * X_T;
        A.diag() += ridge;
        arma::mat expected = inputs.rows(100 * f, 100 * f + 99) *
                             arma::solve(A, X_T.t() * (Y_T.each_row() - mean), arma::solve_opts::equilibrate);
        expected.each_row() += mean;
        const arma::uword first = f == 0 ? 1 : 0;  // the far sample itself is predicted with its own size
        CHECK(is_close(predictions[f].tail_rows(100 - first), expected.tail_rows(100 - first), 1e-6));
      }
    }
  }
}

TEST_CASE("one sample alone is left out as well") {
  const arma::mat X = gaussian_matrix(256, 4, 36), Y = gaussian_matrix(256, 1, 37);
  const arma::mat K = X * X.t();
  REQUIRE(low_rank_factor(K).has_value());
  check_against_refits(K, Y, std::vector<arma::uword>(256, 1), 0.1);
}

TEST_CASE("a Gram matrix that is no product of few columns is left alone") {
  const auto rank_of = [](arma::uword m, arma::uword d) {
    const arma::mat X = gaussian_matrix(m, d, 38);
    const std::optional<arma::mat> G = low_rank_factor(X * X.t());
    return G ? G->n_cols : 0;
  };
  CHECK(rank_of(400, 25) == 25);
  CHECK(rank_of(400, 26) == 0);  // more than 400 / 16
  CHECK(rank_of(255, 3) == 0);
  CHECK(rank_of(800, 45) == 45);  // more than the first columns
  const arma::mat X = gaussian_matrix(600, 30, 39);
  CHECK(!low_rank_factor(gaussian_gram(X, X, 1.0)));
  CHECK(!low_rank_factor(arma::mat(300, 300, arma::fill::zeros)));
}

TEST_CASE("a held-out output takes no part in a prediction of low rank, not even by rounding") {
  const arma::mat X = gaussian_matrix(300, 4, 40), Y = gaussian_matrix(300, 2, 41);
  arma::mat poisoned = Y;
  poisoned.rows(100, 199).fill(1e300);
  const arma::mat K = X * X.t();
  REQUIRE(low_rank_factor(K).has_value());
  const arma::mat before = HeldOutRidge(K, Y, {100, 100, 100}).predictions(1e-3)[1];
  const arma::mat after = HeldOutRidge(K, poisoned, {100, 100, 100}).predictions(1e-3)[1];
  CHECK(arma::all(arma::vectorise(before == after)));
}

TEST_CASE("folds are predicted from few columns alone") {
  const arma::mat X = gaussian_matrix(300, 4, 44), Y = gaussian_matrix(300, 2, 45);
  const arma::mat K = X * X.t();
  const std::vector<arma::span> folds = {arma::span(0, 99), arma::span(100, 199), arma::span(200, 299)};
  arma::mat centred = Y;
  const arma::rowvec mean = arma::mean(arma::mat(arma::join_cols(Y.head_rows(100), Y.tail_rows(100))), 0);
  centred.each_row() -= mean;
  std::vector<arma::mat> targets;
  for (const arma::span& fold : folds) targets.push_back(centred.rows(fold));
  arma::mat predicted = LowRankHeldOut(*low_rank_factor(K), folds, targets)(0.2)[1];
  predicted.each_row() += mean;
  CHECK(is_close(predicted, refitted_without(K, Y, 0.2, 100, 199), 1e-9));
}

TEST_CASE("a symmetric matrix that is no kernel's is no product of few columns") {
  arma::vec y(256, arma::fill::ones);
  y.tail(128) *= -1.0;
  const arma::mat indefinite = 4.0 - y * y.t();  // 3 and 5: nothing is left of the diagonal after one column
  CHECK(!low_rank_factor(indefinite));
  check_against_refits(indefinite, gaussian_matrix(256, 2, 46), {128, 128}, 1000.0);
  arma::mat ones(300, 300, arma::fill::ones);
  CHECK(low_rank_factor(ones)->n_cols == 1);
  ones(7, 200) = ones(200, 7) = 0.5;
  CHECK(!low_rank_factor(ones));
  ones.diag()(3) = -1.0;
  CHECK(!low_rank_factor(ones));
}

TEST_CASE("a Gram matrix of low rank without a ridge is singular") {
  const arma::mat X = gaussian_matrix(300, 4, 42), Y = gaussian_matrix(300, 1, 43);
  CHECK_THROWS_AS(HeldOutRidge(X * X.t(), Y, {150, 150}).predictions(0.0), NumericalError);
}

}  // namespace preimage::regression
