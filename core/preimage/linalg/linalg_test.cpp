#include <armadillo>
#include <limits>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using preimage::NumericalError;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;
namespace linalg = preimage::linalg;

TEST_CASE(
    "the largest size of an entry is found wherever it is, and an entry that is not finite makes it so") {
  CHECK(linalg::largest_size(arma::mat()) == 0.0);
  for (arma::uword at = 0; at < 21; ++at) {
    arma::mat values(3, 7, arma::fill::ones);
    values(at) = -2.5;
    CHECK(linalg::largest_size(values) == 2.5);
    values(at) = arma::datum::nan;
    CHECK_FALSE(std::isfinite(linalg::largest_size(values)));
  }
}

TEST_CASE("symmetric_eigen gives descending values and rebuilds the matrix") {
  const arma::mat X = gaussian_matrix(12, 8, 1);
  const arma::mat A = X * X.t();
  const linalg::EigenDecomposition eigen = linalg::symmetric_eigen(A, "A");
  CHECK(eigen.values.is_sorted("descend"));
  CHECK(is_close(eigen.vectors * arma::diagmat(eigen.values) * eigen.vectors.t(), A, 1e-12));
  CHECK(is_close(eigen.vectors.t() * eigen.vectors, arma::mat(12, 12, arma::fill::eye), 1e-12));
}

TEST_CASE("a number that is not finite is found at any place") {
  for (arma::uword n = 1; n < 40; ++n) {
    CHECK_NOTHROW(linalg::require_finite(arma::mat(n, 1, arma::fill::value(-1e308)), "v"));
    for (arma::uword at = 0; at < n; ++at) {
      for (const double broken : {arma::datum::nan, arma::datum::inf, -arma::datum::inf}) {
        arma::mat v(n, 1, arma::fill::ones);
        v(at) = broken;
        CHECK_THROWS_AS(linalg::require_finite(v, "v"), NumericalError);
      }
    }
  }
}

TEST_CASE("matrices that Armadillo would accept with a warning are errors here") {
  arma::mat skew(3, 3, arma::fill::eye);
  skew(0, 2) = 0.5;
  CHECK(thrown_message<NumericalError>([&] { linalg::symmetric_eigen(skew, "K"); }) ==
        "K: not symmetric, entry (2, 0) is 0 but (0, 2) is 0.5");
  arma::mat broken(2, 2, arma::fill::eye);
  broken(1, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(thrown_message<NumericalError>([&] { linalg::symmetric_eigen(broken, "K"); }) ==
        "K: entry (1, 0) is nan, not a finite number");
  const arma::mat singular(3, 3, arma::fill::ones);
  CHECK(thrown_message<NumericalError>([&] {
          linalg::regularised_inverse({singular, "K"}, 0.0);
        }) == "K + 0 I is not positive definite to working precision; raise the ridge");
  CHECK_THROWS_AS(linalg::symmetric_eigen(arma::mat(2, 3), "K"), NumericalError);
}

TEST_CASE("the regularised inverse is that of the definition") {
  const arma::mat X = gaussian_matrix(20, 5, 2);
  const arma::mat K = X * X.t();
  const arma::mat eye(20, 20, arma::fill::eye);
  const arma::mat inverse = linalg::regularised_inverse({K, "K"}, 0.1);
  CHECK(is_close((K + 0.1 * eye) * inverse, eye, 1e-11));
  CHECK(inverse.is_symmetric());
}

TEST_CASE("positive definite is what has no eigenvalue at or below minus the shift") {
  const arma::mat V = arma::orth(gaussian_matrix(5, 5, 41));
  const arma::mat A = V * arma::diagmat(arma::vec{3.0, 1.0, 0.5, 0.2, -0.3}) * V.t();
  const linalg::SymmetricMatrix matrix(0.5 * (A + A.t()), "A");
  CHECK_FALSE(linalg::is_positive_definite(matrix, 0.0));
  CHECK_FALSE(linalg::is_positive_definite(matrix, 0.29));
  CHECK(linalg::is_positive_definite(matrix, 0.31));
}

TEST_CASE("a square solve agrees with the definition and refuses what has no single answer") {
  const arma::mat A = gaussian_matrix(15, 15, 6);
  const arma::mat right = gaussian_matrix(15, 2, 7);
  CHECK(is_close(A * linalg::solve_square(A, right, "A"), right, 1e-11));
  const auto error = [&](const arma::mat& matrix) {
    return thrown_message<NumericalError>([&] { linalg::solve_square(matrix, right, "A"); });
  };
  CHECK(error(arma::mat(15, 15, arma::fill::ones)) == "A: singular to working precision");
  arma::mat nearly = A;
  nearly.col(3) = nearly.col(4) * (1.0 + 1e-16);
  CHECK(error(nearly) == "A: singular to working precision");
  CHECK(error(arma::mat(15, 14, arma::fill::ones)) == "A: 15 x 14 with 15 right-hand rows");
  CHECK(error(arma::mat(14, 14, arma::fill::eye)) == "A: 14 x 14 with 15 right-hand rows");
  nearly(0, 1) = std::numeric_limits<double>::infinity();
  CHECK(error(nearly) == "A: entry (0, 1) is inf, not a finite number");
}

TEST_CASE("centring a Gram matrix equals centring the features") {
  const arma::mat train = gaussian_matrix(15, 4, 4);
  const arma::mat test = gaussian_matrix(6, 4, 5);
  const arma::rowvec mean = arma::mean(train, 0);
  const arma::mat train_centred = train.each_row() - mean;
  const arma::mat test_centred = test.each_row() - mean;
  const arma::mat centred = linalg::centre_gram(train * train.t());
  CHECK(is_close(centred, train_centred * train_centred.t(), 1e-12));
  CHECK(arma::approx_equal(centred, centred.t(), "absdiff", 0.0));
  CHECK(is_close(linalg::centre_cross_gram(test * train.t(), train * train.t()),
                 test_centred * train_centred.t(), 1e-12));
}

TEST_CASE("a size that BLAS cannot count is refused before anything is read") {
  if (sizeof(arma::blas_int) > 4) return;
  double x = 1.0;
  const arma::uword many = arma::uword{1} << 32;  // 0 as a number of 32 bits
  const linalg::WritableBlock one{&x, 1}, wide{&x, many + 1};
  using linalg::Transposed;
  const std::string message = "a matrix of 4294967296 rows or columns: BLAS takes 2147483647";
  CHECK(thrown_message<std::invalid_argument>([&] {
          linalg::add_product({many, 1, 1}, 1.0, one, Transposed::no, one, Transposed::no, one);
        }) == message);
  CHECK(thrown_message<std::invalid_argument>([&] { linalg::subtract_square(1, many, one, one); }) ==
        message);
  CHECK(thrown_message<std::invalid_argument>(
            [&] { linalg::solve_left(1, many, one, Transposed::no, one); }) == message);
  CHECK_THROWS_AS(linalg::factorise_lower(1, wide), std::invalid_argument);
}
