#include "preimage/linalg/packed_symmetric.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

using testing::gaussian_matrix;
using testing::is_close;

namespace {

/// n = 1 and 64 fill no tile and one, 200 fills three and a part.
constexpr arma::uword kSizes[] = {1, 63, 64, 65, 200};

arma::mat counting_gram(arma::uword n) {
  const arma::mat bits = arma::conv_to<arma::mat>::from(gaussian_matrix(n, 30, 91) > 0.0);
  return arma::pow(1.0 + bits * bits.t(), 3);
}

arma::mat real_gram(arma::uword n) {
  const arma::mat X = gaussian_matrix(n, 30, 92);
  return X * X.t();
}

/// In the order that is promised: four sums within each 64 columns.
arma::vec plain_product(const arma::mat& K, const arma::vec& x) {
  arma::vec result(K.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < K.n_rows; ++i) {
    for (arma::uword begin = 0; begin < K.n_cols; begin += 64) {
      double sums[4] = {};
      for (arma::uword j = begin; j < std::min<arma::uword>(begin + 64, K.n_cols); ++j)
        sums[j % 4] += K(i, j) * x(j);
      result(i) += (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
  }
  return result;
}

bool same(const arma::vec& a, const arma::vec& b) {
  return a.n_elem == b.n_elem && arma::all(a == b);
}

}  // namespace

TEST_CASE("a packed matrix multiplies as the plain loops do, to the bit, as float and as double") {
  for (const arma::uword n : kSizes) {
    CAPTURE(n);
    const arma::vec x = gaussian_matrix(n, 1, 93);
    for (const arma::mat& K : {counting_gram(n), arma::mat(arma::symmatl(real_gram(n)))}) {
      const PackedSymmetric packed(K);
      CHECK(packed.size() == n);
      CHECK(same(packed.product(x), plain_product(K, x)));
      CHECK(is_close(packed.product(x), arma::vec(K * x), 1e-12, 1e-12));
    }
    CHECK(PackedSymmetric(counting_gram(n)).is_float());
    CHECK_FALSE(PackedSymmetric(real_gram(n)).is_float());
  }
}

TEST_CASE("a packed matrix gives its columns back") {
  const arma::mat K = arma::symmatl(real_gram(130));
  const PackedSymmetric packed(K);
  for (arma::uword j = 0; j < 130; ++j) CHECK(same(packed.column(j), K.col(j)));
}

TEST_CASE("equal rows of a packed matrix give equal bits") {
  const arma::mat bits = arma::conv_to<arma::mat>::from(gaussian_matrix(90, 30, 94) > 0.0);
  const arma::mat twice = arma::join_cols(bits, bits);
  const arma::mat K = arma::exp(-0.1 * (30.0 - twice * twice.t()));
  const arma::vec product = PackedSymmetric(K).product(gaussian_matrix(180, 1, 95));
  CHECK(same(product.head(90), product.tail(90)));
}

TEST_CASE("a packed matrix needs a square, and as many values as it has rows") {
  CHECK_THROWS_AS(PackedSymmetric(arma::mat(2, 3, arma::fill::ones)), NumericalError);
  CHECK_THROWS_AS(PackedSymmetric(arma::mat(2, 2, arma::fill::ones)).product(arma::vec(3)), NumericalError);
  CHECK(PackedSymmetric().product(arma::vec()).is_empty());
}

}  // namespace preimage::linalg
