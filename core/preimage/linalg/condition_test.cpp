#include "preimage/linalg/condition.hpp"

#include <doctest/doctest.h>

#include "preimage/linalg/symmetric.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

namespace {

/// 1 / (|B|_1 |B^-1|_1) of B = S A S, from its eigenvectors.
double expected_condition(const arma::mat& A) {
  const arma::vec root = arma::sqrt(A.diag());
  const arma::mat B = A / (root * root.t());
  arma::vec values;
  arma::mat vectors;
  REQUIRE(arma::eig_sym(values, vectors, B));
  const arma::mat inverse = vectors * arma::diagmat(1.0 / values) * vectors.t();
  return 1.0 / (arma::abs(arma::sum(arma::abs(B), 0)).max() * arma::sum(arma::abs(inverse), 0).max());
}

double found_condition(const arma::mat& A) {
  return reciprocal_condition(scaled_matrix(A), arma::mat(arma::chol(A, "lower")));
}

}  // namespace

TEST_CASE("the condition of a scaled matrix is found to a factor of 3, whatever the scale of its samples") {
  for (const arma::uword n : {1, 2, 7, 60}) {
    for (const double ridge : {1e-9, 1e-3, 10.0}) {
      CAPTURE(n);
      CAPTURE(ridge);
      const arma::mat X = testing::gaussian_matrix(n, 4, 51);
      arma::mat A = X * X.t();
      A.diag() += ridge;
      const double expected = expected_condition(A), found = found_condition(A);
      CHECK(found >= 0.99 * expected);
      CHECK(found <= 3.0 * expected);
      const arma::vec scales = arma::exp10(arma::linspace(-9.0, 9.0, n));
      CHECK(testing::is_close(found_condition(A % (scales * scales.t())), found, 1e-4));
    }
  }
}

TEST_CASE(
    "a ridge that bounds the smallest eigenvalue makes a condition certain, the rounding of the factor does "
    "not") {
  const arma::mat ones(100, 100, arma::fill::ones);
  for (const double ridge : {1e-9, 1e-11, 1e-13}) {
    CAPTURE(ridge);
    double rcond = 0.0;
    regularised_inverse(SymmetricMatrix(ones, "K"), ridge, &rcond);
    CHECK(testing::is_close(rcond, ridge / (100.0 * 1.98), 0.02));  // |(11' + r I)^-1|_1 = 1.98 / r
  }
  CHECK(certain_condition(1e-14, 100, 0.0) < kSingular);  // 8 n eps = 1.8e-13
  CHECK(certain_condition(1e-14, 100, 1e-15) == 1e-15);
  CHECK(certain_condition(1e-16, 100, 1e-15) == 1e-16);
  CHECK(certain_condition(1e-3, 100, 0.0) > 0.99e-3);
}

}  // namespace preimage::linalg
