#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/linalg/triangular.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace linalg = preimage::linalg;
using preimage::NumericalError;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

TEST_CASE("the inverse Cholesky factor is lower triangular and gives the inverse, in one block and in many") {
  for (arma::uword n : {1, 7, 16, 17, 33, 130}) {
    CAPTURE(n);
    const arma::mat X = gaussian_matrix(n, 5, 31);
    const arma::mat A = X * X.t();
    const arma::mat M = linalg::inverse_cholesky_factor(A, 0.1, "A");
    CHECK(M.is_trimatl());
    const arma::mat regularised = A + 0.1 * arma::mat(n, n, arma::fill::eye);
    CHECK(is_close(M * regularised * M.t(), arma::mat(n, n, arma::fill::eye), 1e-11));
    CHECK(is_close(M.t() * M, arma::inv(regularised), 1e-10));
  }
}

TEST_CASE("the inverse Cholesky factor of a matrix that is not positive definite is an error") {
  CHECK(thrown_message<NumericalError>([] {
          linalg::inverse_cholesky_factor(arma::mat(3, 3, arma::fill::ones), 0.0, "A");
        }) == "A + 0 I is not positive definite; raise the ridge");
  CHECK(thrown_message<NumericalError>([] {
          linalg::inverse_cholesky_factor(-1.0 * arma::mat(2, 2, arma::fill::eye), 0.5, "A");
        }) == "A + 0.5 I is not positive definite; raise the ridge");
}

TEST_CASE("a positive definite matrix that is singular to working precision is not solved") {
  arma::mat A = {{1.0, 1.0}, {1.0, 1.0 + 2.3e-16}};  // its Cholesky factor exists
  CHECK(thrown_message<NumericalError>([&] {
          linalg::solve_positive_definite_in_place(A, arma::vec(2, arma::fill::ones), "A", std::nullopt);
        }) == "A: singular to working precision");
}
