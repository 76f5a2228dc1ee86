#include "preimage/regression/kernel_ridge.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/regression/held_out_ridge.hpp"
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

/// (A + ridge I)^-1 by Gaussian elimination, whatever A is.
arma::mat inverse(arma::mat A, double ridge) {
  A.diag() += ridge;
  return arma::inv(A);
}

/// 60 points around 10 centres in 16 dimensions, scaled so that squared distances range about a median of 1:
/// then the bandwidths 1e-3 .. 1e3 run from "all alike" to "all alone".
arma::mat clustered_inputs() {
  const arma::mat centres = gaussian_matrix(10, 16, 11);
  const arma::mat noise = gaussian_matrix(60, 16, 12);
  return (arma::repmat(centres, 6, 1) + 0.4 * noise) / 6.0;
}

}  // namespace

TEST_CASE("both forms of the ridge smoother equal their formulas") {
  const arma::mat X = gaussian_matrix(20, 4, 1);
  const arma::mat K = gaussian_gram(X, X, 0.3);
  for (double ridge : {1e-3, 0.1, 10.0}) {
    CAPTURE(ridge);
    CHECK(is_close(ridge_dual_operator(K, RidgeForm::plain, ridge), inverse(K, ridge), 1e-11));
    CHECK(is_close(ridge_dual_operator(K, RidgeForm::squared, ridge), inverse(K.t() * K, ridge) * K.t(),
                   1e-10));
  }
}

TEST_CASE("one eigendecomposition serves the squared form for a list of ridges") {
  const arma::mat X = gaussian_matrix(20, 5, 2);
  const arma::mat K = X * X.t();  // rank 5: needs its ridge
  const SquaredRidgePath path(input_gram_matrix(K));
  for (double ridge : {1e-3, 0.1, 1.0, 10.0}) {
    CAPTURE(ridge);
    // What elimination gives is known to eps |K|^2 / ridge, 1e-8 at the smallest ridge.
    CHECK(is_close(path.smoother(ridge), inverse(K.t() * K, ridge) * K.t(), std::max(1e-10, 1e-11 / ridge)));
  }
}

TEST_CASE("without a ridge the squared form of a regular matrix is its inverse") {
  const arma::mat X = gaussian_matrix(8, 3, 3);
  const arma::mat K = gaussian_gram(X, X, 2.0);
  CHECK(is_close(SquaredRidgePath(input_gram_matrix(K)).smoother(0.0), arma::inv(K), 1e-9));
}

TEST_CASE("without a ridge samples that occur twice are refused, by every route") {
  arma::uword accepted = 0, sets = 0;
  for (const arma::uword n : {3, 10, 30, 80}) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      arma::mat X = gaussian_matrix(n, 2, 900 + seed);
      X.row(n - 1) = X.row(seed % (n - 1));
      const arma::mat line = arma::join_rows(X, gaussian_matrix(n, n, 990 + seed));
      arma::mat Z = line;
      Z.row(n - 1) = Z.row(seed % (n - 1));
      for (const arma::mat& K :
           {gaussian_gram(X, X, 2.0), gaussian_gram(X, X, 200.0), arma::mat(Z * Z.t())}) {
        ++sets;
        const arma::mat Y(n, 1, arma::fill::ones);
        const auto throws = [](const auto& solve) {
          return !thrown_message<NumericalError>(solve).starts_with("(");
        };
        accepted += throws([&] { ridge_dual_operator(K, RidgeForm::plain, 0.0); }) ? 0 : 1;
        accepted += throws([&] { HeldOutRidge(K, Y, {1, n - 1}).predictions(0.0); }) ? 0 : 1;
        accepted += throws([&] { fit_ridge(kernels::Gram(K), Y, 0.0); }) ? 0 : 1;
      }
    }
  }
  CHECK(sets == 360);
  CHECK(accepted == 0);
}

TEST_CASE("a ridge below the rounding of the Gram matrix is refused by held-out folds as by the fit") {
  const arma::mat X = arma::linspace(0.0, 1.0, 40);
  const arma::mat K = gaussian_gram(X, X, 0.125), Y = gaussian_matrix(40, 2, 13);
  const std::string expected = "input Gram matrix + 1e-15 I: singular to working precision";
  CHECK(thrown_message<NumericalError>([&] { ridge_dual_operator(K, RidgeForm::plain, 1e-15); }) == expected);
  CHECK(thrown_message<NumericalError>([&] { HeldOutRidge(K, Y, {20, 20}).predictions(1e-15); }) == expected);
  const arma::mat Z = gaussian_matrix(400, 4, 14), y = gaussian_matrix(400, 1, 15);
  for (const double ridge : {1e-14, 1e-11, 1e-6}) {  // the fold's own equations, 4 x 4, are regular
    CAPTURE(ridge);
    const auto fit = [&] { ridge_dual_operator(Z * Z.t(), RidgeForm::plain, ridge); };
    const auto folds = [&] { HeldOutRidge(Z * Z.t(), y, {200, 200}).predictions(ridge); };
    CHECK(thrown_message<NumericalError>(fit).starts_with("input") == (ridge == 1e-14));
    CHECK(thrown_message<NumericalError>(folds).starts_with("input") == (ridge == 1e-14));
  }
}

TEST_CASE("a small ridge on few directions is solved, and says that digits are lost") {
  const arma::mat X = gaussian_matrix(100, 4, 16), K = X * X.t();
  double rcond = 0.0;
  ridge_dual_operator(input_gram_matrix(K), RidgeForm::plain, 1e-12, &rcond);
  CHECK(rcond < linalg::kFewDigits);
  ridge_dual_operator(input_gram_matrix(K), RidgeForm::plain, 1e-3, &rcond);
  CHECK(rcond > linalg::kFewDigits);
  ridge_dual_operator(input_gram_matrix(K), RidgeForm::squared, 1e-21, &rcond);
  CHECK(rcond < linalg::kFewDigits);
}

TEST_CASE("a negative ridge is refused by both forms") {
  const arma::mat K(3, 3, arma::fill::eye);
  for (const RidgeForm form : {RidgeForm::plain, RidgeForm::squared})
    CHECK(thrown_message<NumericalError>([&] { ridge_dual_operator(K, form, -1e-3); }) ==
          "ridge is -0.001, expected >= 0");
}

TEST_CASE("a singular or damaged Gram matrix is an error in both forms") {
  const arma::mat ones(3, 3, arma::fill::ones);
  CHECK(thrown_message<NumericalError>([&] { ridge_dual_operator(ones, RidgeForm::plain, 0.0); }) ==
        "input Gram matrix + 0 I is not positive definite; raise the ridge");
  // Its small eigenvalues come out as rounding noise, not as zeros.
  const arma::mat X = gaussian_matrix(20, 5, 2);
  CHECK(thrown_message<NumericalError>([&] { ridge_dual_operator(X * X.t(), RidgeForm::squared, 0.0); }) ==
        "K'K + 0 I is singular; raise the ridge");
  arma::mat broken = ones;
  broken(2, 1) = arma::datum::nan;
  for (RidgeForm form : {RidgeForm::plain, RidgeForm::squared}) {
    CHECK(thrown_message<NumericalError>([&] { ridge_dual_operator(broken, form, 1.0); }) ==
          "input Gram matrix: entry (2, 1) is nan, not a finite number");
  }
}

TEST_CASE("held-out weights equal refits over the grid of NIPS 2002, Table 2") {
  const arma::mat X = clustered_inputs();
  const arma::uvec order = arma::sort_index(gaussian_matrix(60, 1, 13).col(0));
  const arma::uvec held_out = order.head(12);
  const arma::uvec rest = order.tail(48);
  for (double g : {1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1000.0}) {
    const arma::mat K = gaussian_gram(X, X, g);
    const arma::mat K_FT = K.submat(held_out, rest);
    for (double ridge : {1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0}) {
      CAPTURE(g);
      CAPTURE(ridge);
      const arma::mat refitted = K_FT * inverse(K.submat(rest, rest), ridge);
      const arma::mat weights =
          held_out_weights(ridge_dual_operator(K, RidgeForm::plain, ridge), held_out, rest);
      CHECK(is_close(weights, refitted, 0.0, 1e-10));
    }
  }
}

TEST_CASE("held-out weights fail where the held-out block is no positive definite matrix") {
  const arma::mat G = -1.0 * arma::mat(4, 4, arma::fill::eye);
  CHECK(thrown_message<NumericalError>([&] {
          held_out_weights(G, {0, 1}, {2, 3});
        }) == "held-out block of (K + ridge I)^-1: not positive definite");
}

TEST_CASE("weights for centred outputs sum to 1 and equal centring by hand") {
  const arma::mat weights = gaussian_matrix(7, 12, 4);
  const arma::mat Y = gaussian_matrix(12, 3, 5);
  const arma::mat shifted = with_centred_outputs(weights);
  CHECK(is_close(arma::sum(shifted, 1), arma::vec(7, arma::fill::ones), 1e-12));
  const arma::rowvec mean = arma::mean(Y, 0);
  arma::mat by_hand = weights * (Y.each_row() - mean);
  by_hand.each_row() += mean;
  CHECK(is_close(shifted * Y, by_hand, 1e-12));
}

}  // namespace preimage::regression
