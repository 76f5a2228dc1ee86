#include "preimage/linalg/incomplete_cholesky.hpp"

#include <cmath>
#include <optional>
#include <vector>

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

struct Factorised {
  arma::uvec pivots;
  arma::mat factor;
  arma::vec residual_diagonal;
};

/// By pivots, until there are `max_rank` or none is left.
Factorised factorise(const arma::mat& K, arma::uword max_rank) {
  PartialCholesky partial(K.diag(), max_rank);
  std::vector<arma::uword> pivots;
  while (partial.rank() < max_rank) {
    const std::optional<arma::uword> pivot = partial.pivot();
    if (!pivot) break;
    partial.append(*pivot, K.col(*pivot));
    pivots.push_back(*pivot);
  }
  return {arma::uvec(pivots), partial.factor(), partial.residual_diagonal()};
}

arma::mat gram(arma::uword m, arma::uword d, std::uint64_t seed) {
  const arma::mat X = gaussian_matrix(m, d, seed);
  return X * X.t();
}

}  // namespace

TEST_CASE("a complete factorisation gives the matrix back, whatever the pivots") {
  const arma::mat K = gram(20, 30, 61);
  const Factorised result = factorise(K, 20);
  CHECK(arma::uvec(arma::unique(result.pivots)).n_elem == 20);
  CHECK(is_close(result.factor * result.factor.t(), K, 1e-13));
  const arma::mat triangle = result.factor.rows(result.pivots);
  CHECK(is_close(triangle, arma::trimatl(triangle), 1e-12));
}

TEST_CASE("an incomplete factor is the projection on the pivots: K_*S K_SS^-1 K_S*") {
  const arma::mat K = gram(30, 12, 62);
  const Factorised result = factorise(K, 7);
  REQUIRE(result.pivots.n_elem == 7);
  const arma::mat K_S = K.cols(result.pivots);
  const arma::mat projection = K_S * arma::inv(K.submat(result.pivots, result.pivots)) * K_S.t();
  CHECK(is_close(result.factor * result.factor.t(), projection, 1e-11));
  CHECK(is_close(result.residual_diagonal, arma::vec(arma::diagvec(K - projection)), 1e-11, 1e-11));
}

TEST_CASE("every pivot has the largest diagonal of the exact remainder") {
  const arma::mat K = gram(25, 40, 63);
  const Factorised result = factorise(K, 10);
  arma::mat remainder = K;
  for (arma::uword pivot : result.pivots) {
    CHECK(arma::vec(remainder.diag()).index_max() == pivot);
    remainder -= remainder.col(pivot) * remainder.row(pivot) / remainder(pivot, pivot);
  }
}

TEST_CASE("the factorisation stops at the rank of the matrix") {
  CHECK(factorise(gram(40, 6, 64), 40).pivots.n_elem == 6);
  CHECK(factorise(arma::mat(5, 5, arma::fill::ones), 5).pivots.n_elem == 1);
  CHECK(factorise(arma::mat(5, 5, arma::fill::zeros), 5).pivots.is_empty());
}

TEST_CASE("an incomplete factorisation names what is wrong") {
  const arma::mat K = gram(4, 4, 65);
  const auto error = [](const arma::mat& matrix, arma::uword rank) {
    return thrown_message<NumericalError>([&] { factorise(matrix, rank); });
  };
  CHECK(error(K, 5) == "incomplete Cholesky: rank 5 of 4 samples");
  arma::mat broken = K;
  broken(2, 2) = -1.0;
  CHECK(error(broken, 2) == "diagonal of the Gram matrix: entry 2 is -1, expected >= 0");
  broken(2, 2) = arma::datum::nan;
  CHECK(error(broken, 2) == "diagonal of the Gram matrix: entry (2, 0) is nan, not a finite number");
  broken = arma::diagmat(arma::vec{1.0, 2.0, 3.0});
  broken(0, 2) = arma::datum::inf;
  CHECK(error(broken, 2) == "column 2 of the Gram matrix: entry (0, 0) is inf, not a finite number");

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

TEST_CASE("what rounding leaves of a large sample hides no small one that is independent") {
  // a, 2.7 a and e3: of a's multiple some eps 2.7^2 |a|^2 is left, which may exceed 1.
  for (const double length : {1.5e8, 3e8, 6e8}) {
    const arma::mat X = {{length, length, 0.0}, {2.7 * length, 2.7 * length, 0.0}, {0.0, 0.0, 1.0}};
    CHECK(arma::all(factorise(X * X.t(), 3).pivots == arma::uvec{1, 2}));
  }
  arma::mat X(30, 2, arma::fill::zeros);  // ten (u near 1e5, 0) and twenty (0, v near 3e-4)
  X.col(0).head(10) = 1e5 + gaussian_matrix(10, 1, 66);
  X.col(1).tail(20) = 3e-4 * (1.0 + 0.01 * gaussian_matrix(20, 1, 67));
  const arma::uvec pivots = factorise(X * X.t(), 30).pivots;
  REQUIRE(pivots.n_elem == 2);
  CHECK(pivots(0) == X.col(0).index_max());
  CHECK(pivots(1) == X.col(1).index_max());
}

TEST_CASE("independent samples in their order, or by pivots where some are not, and their condition") {
  const arma::mat X = gaussian_matrix(30, 60, 5);  // each sample three times
  const arma::mat K = arma::repmat(X * X.t(), 3, 3);
  const IndependentCholesky found = independent_cholesky(K, "K");
  CHECK(found.kept.n_elem == 30);
  CHECK(arma::uvec(arma::unique(arma::uvec(found.kept - found.kept / 30 * 30))).n_elem == 30);
  const arma::mat own = K.submat(found.kept, found.kept);
  CHECK(is_close(arma::mat(found.L * found.L.t()), own, 1e-10));
  CHECK(arma::vec(found.L.diag()).is_sorted("descend"));
  CHECK(found.norm == doctest::Approx(arma::norm(own, 1)));
  CHECK(found.rcond ==
        doctest::Approx(1.0 / (found.norm * arma::norm(arma::mat(arma::inv(own)), 1))).epsilon(0.7));
  const IndependentCholesky whole = independent_cholesky(own, "K");
  CHECK(arma::all(whole.kept == arma::regspace<arma::uvec>(0, 29)));
  CHECK(is_close(whole.L, found.L, 1e-8));
  CHECK(independent_cholesky(arma::mat(3, 3, arma::fill::zeros), "K").kept.is_empty());
  CHECK(independent_cholesky(arma::mat(), "K").kept.is_empty());
  CHECK_THROWS_AS(independent_cholesky(arma::mat(3, 3, arma::fill::value(arma::datum::nan)), "K"),
                  NumericalError);
  CHECK_THROWS_AS(independent_cholesky(arma::mat(arma::diagmat(arma::vec{1.0, -1.0})), "K"), NumericalError);
}

}  // namespace preimage::linalg
