#include "preimage/regression/blocked_kernel_ridge.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/kernel_ridge.hpp"
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

GramBlock block_of(const arma::mat& K) {
  return [&K](const arma::span& rows, const arma::span& columns) -> arma::mat { return K(rows, columns); };
}

}  // namespace

TEST_CASE("blocked coefficients and predictions equal the smoother's, within one block and over several") {
  for (arma::uword m : {1, 40, 255, 256, 257, 511, 520, 600}) {
    CAPTURE(m);
    const arma::mat X = gaussian_matrix(m, 4, 51), X_test = gaussian_matrix(30, 4, 52);
    const arma::mat Y = gaussian_matrix(m, 3, 53);
    const arma::mat K = gaussian_gram(X, X, 0.3), K_test_train = gaussian_gram(X_test, X, 0.3);
    const arma::mat smoother = ridge_dual_operator(K, RidgeForm::plain, 0.05);
    const arma::mat alpha = blocked_ridge_coefficients(block_of(K), Y, 0.05);
    CHECK(is_close(alpha, smoother * Y, 1e-10));
    const arma::mat expected = K_test_train * smoother * Y;
    for (arma::uword rows : {7, 29, 30, 31}) {
      const BlockShape shape{rows, 2 * rows};
      CHECK(is_close(blocked_ridge_coefficients(block_of(K), Y, 0.05, shape), alpha, 1e-10));
      CHECK(is_close(blocked_predictions(block_of(K_test_train), 30, alpha, shape), expected, 1e-9));
    }
  }
}

TEST_CASE("only blocks on and below the diagonal are asked for, each entry there once") {
  const arma::uword m = 600;
  arma::mat asked(m, m, arma::fill::zeros);
  const GramBlock identity = [&](const arma::span& rows, const arma::span& columns) -> arma::mat {
    asked(rows, columns) += 1.0;
    return arma::mat(m, m, arma::fill::eye)(rows, columns);
  };
  blocked_ridge_coefficients(identity, arma::mat(m, 1, arma::fill::ones), 0.0);
  CHECK(asked.max() == 1.0);
  for (arma::uword j = 0; j < m; ++j) CHECK(asked(arma::span(j, m - 1), j).min() == 1.0);
  CHECK(asked(0, m - 1) == 0.0);
}

TEST_CASE("a prediction asks for every entry of the test Gram matrix once, in blocks of the given shape") {
  const arma::mat K_test_train = gaussian_matrix(50, 20, 54);
  arma::mat asked(50, 20, arma::fill::zeros);
  const GramBlock block = [&](const arma::span& rows, const arma::span& columns) -> arma::mat {
    CHECK(rows.b - rows.a < 8);
    CHECK(columns.b - columns.a < 6);
    asked(rows, columns) += 1.0;
    return K_test_train(rows, columns);
  };
  blocked_predictions(block, 50, gaussian_matrix(20, 2, 55), {8, 6});
  CHECK(asked.min() == 1.0);
  CHECK(asked.max() == 1.0);
}

TEST_CASE("damaged blocks, a negative ridge and a singular system are errors") {
  const arma::mat ones(3, 3, arma::fill::ones), Y(3, 1, arma::fill::ones);
  const auto error = [&](const arma::mat& K, double ridge) {
    return thrown_message<NumericalError>([&] { blocked_ridge_coefficients(block_of(K), Y, ridge); });
  };
  CHECK(error(ones, 0.0) == "input Gram matrix + 0 I: not positive definite");
  CHECK(error(ones, -1.0) == "ridge is -1, expected >= 0");
  CHECK(error(ones, arma::datum::nan) == "ridge is nan, expected >= 0");
  arma::mat broken = ones;
  broken(2, 1) = arma::datum::nan;
  CHECK(error(broken, 1.0) == "input Gram matrix + 1 I: an entry is not a finite number");
  CHECK(thrown_message<NumericalError>([&] { blocked_predictions(block_of(broken), 3, Y); }) ==
        "predictions: entry (2, 0) is nan, not a finite number");
  const GramBlock wrong = [](const arma::span&, const arma::span&) { return arma::mat(2, 5); };
  CHECK(thrown_message<NumericalError>([&] { blocked_predictions(wrong, 3, Y); }) ==
        "input Gram matrix: a block is 2 x 5, expected 3 x 3");
}

}  // namespace preimage::regression
