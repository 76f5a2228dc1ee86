#include "kernels/vector_kernels.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using preimage::DataError;
using preimage::NumericalError;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;

TEST_CASE("squared Euclidean distances are exact where the matrix-product form loses all digits") {
  const arma::mat X = gaussian_matrix(300, 7, 1);  // more rows than one block of the loop
  const arma::mat distances = kernels::squared_euclidean_distances(X, X);
  CHECK(arma::abs(distances.diag()).max() == 0.0);
  CHECK(arma::approx_equal(distances, distances.t(), "absdiff", 0.0));
  CHECK(is_close(distances(3, 299), arma::accu(arma::square(X.row(3) - X.row(299))), 1e-15));

  // 2^24 + multiples of 1/4 are exact, so the shifted samples have the very same distances; their squares
  // (2^48) leave 2^-4 of resolution to a difference of products.
  const arma::mat grid = arma::floor(4.0 * X) / 4.0;
  const arma::mat near = kernels::squared_euclidean_distances(grid, grid);
  const arma::mat far = kernels::squared_euclidean_distances(grid + 0x1p24, grid + 0x1p24);
  CHECK(arma::approx_equal(near, far, "absdiff", 0.0));
  CHECK_FALSE(is_close(kernels::squared_distances(kernels::LinearKernel().gram(grid + 0x1p24)), near, 1e-6));
}

TEST_CASE("equal rows have distance zero and sub-blocks have the bits of the whole") {
  arma::mat X = gaussian_matrix(200, 5, 2);
  X.row(17) = X.row(150);
  const arma::mat whole = kernels::squared_euclidean_distances(X, X);
  CHECK(whole(17, 150) == 0.0);
  CHECK(arma::all(arma::vectorise(kernels::squared_euclidean_distances(X) == whole)));
  const arma::mat block = kernels::squared_euclidean_distances(X.rows(13, 190), X.rows(40, 44));
  CHECK(arma::approx_equal(block, whole.submat(13, 40, 190, 44), "absdiff", 0.0));
}

TEST_CASE("vector kernels have the values of their definitions") {
  const arma::mat x = {{1.0, 2.0}};
  const arma::mat y = {{3.0, -1.0}};
  CHECK(kernels::LinearKernel().cross_gram(x, y)(0, 0) == 1.0);
  CHECK(kernels::PolynomialKernel(3, 1.0).cross_gram(x, y)(0, 0) == 8.0);
  CHECK(kernels::PolynomialKernel(2, 0.0).diagonal(x)(0) == 25.0);
  CHECK(is_close(kernels::GaussianKernel(2.0).cross_gram(x, y)(0, 0), std::exp(-13.0 / 8.0), 1e-15));
}

TEST_CASE("the polynomial kernel's repeated squaring gives the powers, in every chunk") {
  const arma::mat a = gaussian_matrix(40, 3, 61), b = gaussian_matrix(30, 3, 62);
  for (const long degree : {1, 2, 3, 4, 5, 6, 7, 100}) {
    CAPTURE(degree);
    const arma::mat expected = arma::pow(a * b.t() + 0.5, static_cast<double>(degree));
    CHECK(is_close(kernels::PolynomialKernel(degree, 0.5).cross_gram(a, b), expected, 1e-13));
  }
}

TEST_CASE("vector kernels accept no samples and samples without features") {
  const kernels::LinearKernel linear;
  CHECK(arma::size(linear.cross_gram(arma::mat(0, 3), arma::mat(2, 3))) == arma::SizeMat(0, 2));
  CHECK(linear.diagonal(arma::mat(2, 0)).n_elem == 2);
  CHECK(kernels::GaussianKernel(1.0).gram(arma::mat(2, 0))(0, 1) == 1.0);
  CHECK(kernels::GaussianKernel(1.0).gram(arma::mat(0, 4)).is_empty());
}

TEST_CASE("vector kernels refuse blocks of different width and bad parameters") {
  const arma::mat a(2, 3, arma::fill::ones);
  const arma::mat b(2, 4, arma::fill::ones);
  const std::string message = "vectors of different width: 3 and 4 features";
  CHECK(thrown_message<DataError>([&] { kernels::LinearKernel().cross_gram(a, b); }) == message);
  CHECK(thrown_message<DataError>([&] { kernels::PolynomialKernel(2, 1.0).cross_gram(a, b); }) == message);
  CHECK(thrown_message<DataError>([&] { kernels::GaussianKernel(1.0).cross_gram(a, b); }) == message);
  CHECK(thrown_message<NumericalError>([] { kernels::PolynomialKernel(0, 1.0); }) ==
        "polynomial kernel: degree is 0, expected >= 1");
  CHECK(thrown_message<NumericalError>([] { kernels::PolynomialKernel(2, -0.5); }) ==
        "polynomial kernel: offset is -0.5, expected >= 0");
  CHECK(thrown_message<NumericalError>([] { kernels::GaussianKernel(-1.0); }) ==
        "Gaussian kernel: sigma is -1, expected > 0");
}
