#include "preimage/kernels/lost_digits.hpp"

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "testing/toy_data.hpp"

namespace preimage::kernels {

using testing::gaussian_matrix;

namespace {

arma::uword lost_among(const arma::mat& X) {
  return arma::accu(lost_digits(LinearKernel().gram(X)));
}

}  // namespace

TEST_CASE("the values of a linear kernel lose their digits far from the origin, of all samples") {
  const arma::mat X = gaussian_matrix(96, 3, 1);
  CHECK(lost_among(X) == 0);
  CHECK(lost_among(X + 100.0) == 0);
  for (const double offset : {1e7, 1e8, 1.6e9}) CHECK(lost_among(X + offset) == 96);
}

TEST_CASE("equal samples and a few that nearly are have lost nothing") {
  arma::mat X = gaussian_matrix(30, 3, 2);
  X.row(5) = X.row(20);
  X.row(6) = X.row(21) * (1.0 + 1e-8);
  CHECK(lost_among(X) == 0);
  CHECK(lost_among(arma::mat(9, 3, arma::fill::ones)) == 0);
  CHECK(lost_among(arma::mat(1, 3)) == 0);
  CHECK(lost_digits(arma::mat()).is_empty());
}

TEST_CASE("only samples that lie far from the origin lose their digits") {
  arma::mat X = gaussian_matrix(30, 3, 3);
  X.head_rows(12) += 1e9;
  CHECK(arma::accu(lost_digits(LinearKernel().gram(X)).head(12)) == 12);
  CHECK(lost_among(X) == 12);
  X.rows(12, 25) += 1e9;  // now most of them
  CHECK(lost_among(X) == 26);
}

TEST_CASE("a Gaussian kernel far wider than its samples cannot tell them apart") {
  const arma::mat X = gaussian_matrix(30, 3, 4);
  CHECK(arma::accu(lost_digits(GaussianKernel(10.0).gram(X))) == 0);
  CHECK(arma::accu(lost_digits(GaussianKernel(1e9).gram(X))) == 0);  // all are exactly equal: a constant
  CHECK(arma::accu(lost_digits(GaussianKernel(3e7).gram(X))) == 30);
}

}  // namespace preimage::kernels
