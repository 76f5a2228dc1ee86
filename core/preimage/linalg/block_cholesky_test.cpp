#include "preimage/linalg/block_cholesky.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/incomplete_cholesky.hpp"
#include "preimage/linalg/triangular.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

using testing::gaussian_matrix;
using testing::is_close;

namespace {

/// The Gram matrix of 30 independent samples that occur three times each.
arma::mat repeated_gram() {
  const arma::mat X = gaussian_matrix(30, 60, 5);
  return arma::repmat(X * X.t(), 3, 3);
}

}  // namespace

TEST_CASE("BLAS in place is the product and the solution that it stands for") {
  const arma::mat A = gaussian_matrix(7, 5, 1), B = gaussian_matrix(5, 4, 2);
  arma::mat L = arma::trimatl(gaussian_matrix(5, 5, 3));
  L.diag() += 3.0;
  arma::mat C(5, 5, arma::fill::ones);
  add_inner_products(C, A);
  CHECK(is_close(arma::mat(arma::trimatl(C)), arma::mat(arma::trimatl(1.0 + A.t() * A)), 1e-13));
  CHECK(C(0, 4) == 1.0);
  arma::fmat in_single(5, 5, arma::fill::ones);
  row_products(in_single, arma::conv_to<arma::fmat>::from(A.t()));
  CHECK(is_close(arma::conv_to<arma::mat>::from(arma::trimatl(in_single)),
                 arma::mat(arma::trimatl(A.t() * A)), 1e-5));
  CHECK(in_single(0, 4) == 1.0F);
  CHECK_THROWS_AS(row_products(in_single, arma::fmat(3, 4)), std::invalid_argument);
  arma::mat X = B;
  solve_lower(L, X);
  CHECK(is_close(arma::mat(L * X), B, 1e-13));
  X = B;
  solve_lower_transposed(L, X);
  CHECK(is_close(arma::mat(L.t() * X), B, 1e-13));
  X = B.t();
  solve_lower_from_right(L, X);
  CHECK(is_close(arma::mat(X * L.t()), arma::mat(B.t()), 1e-13));
  const arma::mat S = A.t() * A;
  CHECK(is_close(arma::mat(L * between_inverse_factors(S, L) * L.t()), S, 1e-12));
  arma::mat short_one(4, 2);
  CHECK_THROWS_AS(solve_lower(L, short_one), std::invalid_argument);
}

TEST_CASE("blocks of columns give the factor of one column at a time") {
  const arma::mat K = repeated_gram();
  PartialCholesky slow(K.diag(), 90);
  std::vector<arma::uword> kept;
  for (arma::uword j = 0; j < 90; ++j) {
    if (!slow.is_independent(j)) continue;
    slow.append(j, K.col(j));
    kept.push_back(j);
  }
  CHECK(kept.size() == 30);
  for (const arma::uword size : {1, 7, 64, 90}) {
    BlockCholesky blocks(K.diag(), 90);
    arma::uvec all;
    for (arma::uword begin = 0; begin < 90; begin += size) {
      const auto panel = arma::regspace<arma::uvec>(begin, std::min<arma::uword>(begin + size, 90) - 1);
      all = arma::join_cols(all, panel.elem(blocks.append(panel, K.cols(panel))));
    }
    CHECK(arma::conv_to<std::vector<arma::uword>>::from(all) == kept);
    CHECK(is_close(blocks.factor(), slow.factor(), 1e-9));
    CHECK(is_close(blocks.residual_diagonal(), slow.residual_diagonal(), 0.0, 1e-9));
  }
}

TEST_CASE("there is no more than room, and who is refused is passed over") {
  const arma::mat K = repeated_gram();
  const arma::uvec all = arma::regspace<arma::uvec>(0, 89);
  BlockCholesky blocks(K.diag(), 4);
  CHECK(blocks.append(all, K, [](arma::uword j, double, double) { return j % 2 == 1; }).n_elem == 4);
  CHECK(blocks.room() == 0);
  CHECK(blocks.append(all, K).is_empty());
  CHECK_THROWS_AS(BlockCholesky(K.diag(), 91), NumericalError);
  CHECK_THROWS_AS(blocks.append(all, K.head_cols(3)), NumericalError);
  CHECK_THROWS_AS(BlockCholesky(arma::vec{1.0, -1.0}, 1), NumericalError);
}

TEST_CASE("the factor of independent samples, and their condition") {
  const arma::mat K = repeated_gram();
  const IndependentCholesky found = independent_cholesky(K, "K");
  CHECK(found.kept.n_elem == 30);
  CHECK(is_close(arma::mat(found.L * found.L.t()), arma::mat(K.submat(found.kept, found.kept)), 1e-10));
  const arma::mat own = K.submat(found.kept, found.kept);
  CHECK(found.norm == doctest::Approx(arma::norm(own, 1)));
  CHECK(found.inverse_norm == doctest::Approx(arma::norm(arma::mat(arma::inv(own)), 1)).epsilon(0.7));
  const IndependentCholesky whole = independent_cholesky(own, "K");
  CHECK(whole.kept.n_elem == 30);
  CHECK(is_close(whole.L, found.L, 1e-8));
  CHECK(independent_cholesky(arma::mat(3, 3, arma::fill::zeros), "K").kept.is_empty());
  CHECK(independent_cholesky(arma::mat(), "K").kept.is_empty());
  CHECK_THROWS_AS(independent_cholesky(arma::mat(3, 3, arma::fill::value(arma::datum::nan)), "K"),
                  NumericalError);
}

}  // namespace preimage::linalg
