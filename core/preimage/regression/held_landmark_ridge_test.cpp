#include "preimage/regression/held_landmark_ridge.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/landmark_ridge.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

struct HeldToy {
  arma::mat K_nM, K_MM, Y;  // 700 samples, of which the last are landmarks
};

HeldToy held_toy(double g, arma::uword landmarks = 200) {
  const arma::mat X = gaussian_matrix(700, 4, 21);
  const arma::mat Z = X.tail_rows(landmarks);
  return {gaussian_gram(X, Z, g), gaussian_gram(Z, Z, g), gaussian_matrix(700, 3, 22)};
}

HeldLandmarkRidge held(const HeldToy& toy, arma::uword block = 150) {
  HeldLandmarkRidge ridge(toy.K_MM, toy.Y.n_cols);
  for (arma::uword begin = 0; begin < toy.K_nM.n_rows; begin += block) {
    const arma::uword last = std::min(begin + block, toy.K_nM.n_rows) - 1;
    ridge.add(arma::mat(toy.K_nM.rows(begin, last)).cols(ridge.kept()).t(), toy.Y.rows(begin, last));
  }
  return ridge;
}

/// Predictions for all samples, by least squares on the rows of (K_nM; sqrt(ridge) L'), which squares no condition number.
arma::mat by_least_squares(const HeldToy& toy, double ridge) {
  const arma::uword m = toy.K_MM.n_rows;
  const arma::mat rows = arma::join_cols(toy.K_nM, std::sqrt(ridge) * arma::chol(toy.K_MM));
  const arma::mat outputs = arma::join_cols(toy.Y, arma::mat(m, toy.Y.n_cols, arma::fill::zeros));
  return toy.K_nM * arma::solve(rows, outputs);
}

}  // namespace

TEST_CASE("conjugate gradients find what least squares find, in few iterations, for any block of rows") {
  for (const double g : {2.0, 0.5, 0.2}) {  // condition numbers of K_MM from 1e2 to 1e7
    const HeldToy toy = held_toy(g);
    for (const double ridge : {1e-3, 0.1, 10.0}) {
      CAPTURE(g);
      CAPTURE(ridge);
      const arma::mat expected = by_least_squares(toy, ridge);
      for (const arma::uword block : {150, 700}) {
        const IteratedCoefficients found = held(toy, block).coefficients(ridge);
        CHECK(is_close(arma::mat(toy.K_nM * found.values), expected, 1e-7));
        CHECK(found.residual <= kAcceptedResidual);
        CHECK(found.iterations >= 2);  // single precision alone is not enough
        CHECK(found.iterations <= 10);
      }
    }
  }
}

TEST_CASE("they agree with the direct way, with fewer landmarks than are taken out, too") {
  for (const arma::uword landmarks : {1, 7, 128, 129, 300}) {
    CAPTURE(landmarks);
    const HeldToy toy = held_toy(1.0, landmarks);
    LandmarkNormalEquations equations(toy.K_MM, toy.K_nM.n_rows, toy.Y.n_cols, 0.01);
    equations.add(toy.K_nM, toy.Y);
    const arma::mat direct = toy.K_nM * std::move(equations).solved().coefficients(0.01);
    CHECK(is_close(arma::mat(toy.K_nM * held(toy).coefficients(0.01).values), direct, 1e-8));
  }
}

TEST_CASE("held landmarks that occur twice are dropped, and outputs that are all alike are predicted alike") {
  HeldToy toy = held_toy(1.0, 50);
  const arma::mat expected = by_least_squares(toy, 0.1);
  HeldToy twice = toy;
  twice.K_MM = arma::repmat(toy.K_MM, 2, 2);
  twice.K_nM = arma::join_rows(toy.K_nM, toy.K_nM);
  const HeldLandmarkRidge ridge = held(twice);
  CHECK(arma::all(ridge.kept() == arma::regspace<arma::uvec>(0, 49)));
  CHECK(is_close(arma::mat(toy.K_nM * ridge.coefficients(0.1).values), expected, 1e-8));
  toy.Y.col(1).zeros();
  const IteratedCoefficients found = held(toy).coefficients(0.1);
  CHECK(arma::accu(arma::abs(found.values.col(1))) == 0.0);
  CHECK(is_close(arma::mat(toy.K_nM * found.values.cols(arma::uvec{0, 2})),
                 arma::mat(expected.cols(arma::uvec{0, 2})), 1e-8));
}

TEST_CASE("what does not converge says so") {
  const HeldToy toy = held_toy(0.02, 300);  // eigenvalues of K_MM from 250 to 1e-12
  const std::string message = thrown_message<NumericalError>([&] { held(toy).coefficients(0.0); });
  CHECK_MESSAGE(message.ends_with("; raise the ridge, or solve them directly"), message);
}

TEST_CASE("what does not fit or is no number is refused by held landmarks") {
  const HeldToy toy = held_toy(1.0, 10);
  CHECK_THROWS_AS(HeldLandmarkRidge(arma::mat(2, 2, arma::fill::zeros), 1), NumericalError);
  CHECK_THROWS_AS(HeldLandmarkRidge(toy.K_nM, 1), NumericalError);
  CHECK_THROWS_AS(HeldLandmarkRidge(toy.K_MM, 0), NumericalError);
  CHECK_THROWS_AS(held(toy).coefficients(-1.0), NumericalError);
  CHECK_THROWS_AS(held(toy).coefficients(arma::datum::nan), NumericalError);
  HeldLandmarkRidge ridge(toy.K_MM, toy.Y.n_cols);
  CHECK_THROWS_AS(ridge.add(toy.K_nM.head_cols(3).t(), toy.Y), NumericalError);
  CHECK_THROWS_AS(ridge.add(toy.K_nM.t(), toy.Y.head_rows(3)), NumericalError);
  CHECK_THROWS_AS(ridge.add(toy.K_nM.t(), toy.Y * arma::datum::nan), NumericalError);
  arma::mat poisoned = toy.K_nM.t();
  poisoned(2, 3) = arma::datum::nan;
  ridge.add(poisoned, toy.Y);
  CHECK_THROWS_AS(ridge.coefficients(0.1), NumericalError);
}

}  // namespace preimage::regression
