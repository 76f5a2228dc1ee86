#include "preimage/linalg/incomplete_cholesky.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

IncompleteCholesky factorise(const arma::mat& K, arma::uword max_rank, double tolerance = 0.0) {
  return incomplete_cholesky([&K](arma::uword i) -> arma::vec { return K.col(i); }, K.diag(), max_rank,
                             tolerance);
}

arma::mat gram(arma::uword m, arma::uword d, std::uint64_t seed) {
  const arma::mat X = gaussian_matrix(m, d, seed);
  return X * X.t();
}

}  // namespace

TEST_CASE("a complete factorisation gives the matrix back, whatever the pivots") {
  const arma::mat K = gram(20, 30, 61);
  const IncompleteCholesky result = factorise(K, 20);
  CHECK(arma::uvec(arma::unique(result.pivots)).n_elem == 20);
  CHECK(is_close(result.factor * result.factor.t(), K, 1e-13));
  const arma::mat triangle = result.factor.rows(result.pivots);
  CHECK(is_close(triangle, arma::trimatl(triangle), 1e-12));
}

TEST_CASE("an incomplete factor is the projection on the pivots: K_*S K_SS^-1 K_S*") {
  const arma::mat K = gram(30, 12, 62);
  const IncompleteCholesky result = factorise(K, 7);
  REQUIRE(result.pivots.n_elem == 7);
  const arma::mat K_S = K.cols(result.pivots);
  const arma::mat projection = K_S * arma::inv(K.submat(result.pivots, result.pivots)) * K_S.t();
  CHECK(is_close(result.factor * result.factor.t(), projection, 1e-11));
  CHECK(is_close(result.residual_diagonal, arma::vec(arma::diagvec(K - projection)), 1e-11, 1e-11));
}

TEST_CASE("every pivot has the largest diagonal of the exact remainder") {
  const arma::mat K = gram(25, 40, 63);
  const IncompleteCholesky result = factorise(K, 10);
  arma::mat remainder = K;
  for (arma::uword pivot : result.pivots) {
    CHECK(arma::vec(remainder.diag()).index_max() == pivot);
    remainder -= remainder.col(pivot) * remainder.row(pivot) / remainder(pivot, pivot);
  }
}

TEST_CASE("the factorisation stops at the rank of the matrix and at the tolerance, and asks for no more") {
  const arma::mat K = gram(40, 6, 64);
  CHECK(factorise(K, 40).pivots.n_elem == 6);
  CHECK(factorise(arma::mat(5, 5, arma::fill::ones), 5).pivots.n_elem == 1);
  CHECK(factorise(arma::mat(5, 5, arma::fill::zeros), 5).pivots.is_empty());
  const IncompleteCholesky some = factorise(K, 40, 0.2);
  CHECK(arma::accu(some.residual_diagonal) <= 0.2 * arma::trace(K));
  REQUIRE(some.pivots.n_elem > 1);
  CHECK(arma::accu(factorise(K, some.pivots.n_elem - 1).residual_diagonal) > 0.2 * arma::trace(K));
  arma::uword asked = 0;
  const auto counting = [&](arma::uword i) -> arma::vec {
    ++asked;
    return K.col(i);
  };
  incomplete_cholesky(counting, K.diag(), 4);
  CHECK(asked == 4);
}

TEST_CASE("an incomplete factorisation names what is wrong") {
  const arma::mat K = gram(4, 4, 65);
  const auto error = [](const arma::mat& matrix, arma::uword rank, double tolerance) {
    return thrown_message<NumericalError>([&] { factorise(matrix, rank, tolerance); });
  };
  CHECK(error(K, 5, 0.0) == "incomplete Cholesky: rank 5 of 4 samples");
  CHECK(error(K, 2, 1.0) == "incomplete Cholesky: tolerance is 1, expected 0 <= t < 1");
  arma::mat broken = K;
  broken(2, 2) = -1.0;
  CHECK(error(broken, 2, 0.0) == "diagonal of the Gram matrix: entry 2 is -1, expected >= 0");
  broken(2, 2) = arma::datum::nan;
  CHECK(error(broken, 2, 0.0) == "diagonal of the Gram matrix: entry (2, 0) is nan, not a finite number");
  broken = arma::diagmat(arma::vec{1.0, 2.0, 3.0});
  broken(0, 2) = arma::datum::inf;
  CHECK(error(broken, 2, 0.0) == "column 2 of the Gram matrix: entry (0, 0) is inf, not a finite number");

  PartialCholesky partial(arma::vec(3, arma::fill::ones), 2);
  const arma::vec ones(3, arma::fill::ones);
  partial.append(1, ones);
  CHECK_FALSE(partial.is_independent(0));
  CHECK(thrown_message<NumericalError>([&] { partial.append(0, ones); }) ==
        "incomplete Cholesky: sample 0 is in the span of those chosen");
  CHECK(thrown_message<NumericalError>([&] { partial.append(0, ones.head(2)); }) ==
        "incomplete Cholesky: a column of 2 entries, expected 3");
}

TEST_CASE("the pivot is the first sample of those that add most, but for rounding") {
  CHECK(PartialCholesky({1.0, 2.0, 2.0 + 1e-15, 2.0}, 4).pivot() == 1u);
  CHECK(PartialCholesky({1.0, 2.0, 2.0 + 1e-12, 2.0}, 4).pivot() == 2u);
  CHECK_FALSE(PartialCholesky(arma::vec(3, arma::fill::zeros), 3).pivot());
  CHECK_FALSE(PartialCholesky(arma::vec(), 0).pivot());
}

}  // namespace preimage::linalg
