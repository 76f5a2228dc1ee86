#include "preimage/kernels/vector_kernels.hpp"

#include <cmath>
#include <memory>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "preimage/linalg/distances.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using preimage::NumericalError;
using preimage::linalg::squared_euclidean_distances;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;

TEST_CASE(
    "the linear kernel and what wraps it have the distances of their samples, far from the origin too") {
  for (const arma::uword width : {3, 50}) {
    CAPTURE(width);
    // Multiples of 1/4 up to 2^31 are exact, so the shifted samples have the very same distances.
    const arma::mat near = arma::floor(40.0 * gaussian_matrix(96, width, 1)) / 4.0;
    const arma::mat others = arma::floor(40.0 * gaussian_matrix(40, width, 2)) / 4.0;
    const arma::mat own = squared_euclidean_distances(near),
                    cross = squared_euclidean_distances(others, near);
    for (const double offset : {0.0, 0x1p24, 0x1p31}) {
      const arma::mat X = near + offset, Z = others + offset;
      const auto linear = std::make_unique<kernels::LinearKernel>();
      CHECK(is_close(kernels::squared_distances(*linear, X), own, 1e-12));
      CHECK(is_close(kernels::squared_distances(*linear, Z, X), cross, 1e-12));
      const kernels::ScaledKernel<kernels::Vectors> scaled(std::make_unique<kernels::LinearKernel>(), 0.25);
      CHECK(is_close(kernels::squared_distances(scaled, X), 0.25 * own, 1e-12));
      const kernels::GaussianOverKernel<kernels::Vectors> gaussian(std::make_unique<kernels::LinearKernel>(),
                                                                   30.0);
      CHECK(is_close(gaussian.gram(X), kernels::GaussianKernel(30.0).gram(near), 1e-12));
      CHECK(
          is_close(gaussian.cross_gram(Z, X), kernels::GaussianKernel(30.0).cross_gram(others, near), 1e-12));
    }
  }
}

TEST_CASE("distances from the values of a linear kernel are lost far from the origin, its own are not") {
  const arma::mat X = arma::floor(4.0 * gaussian_matrix(30, 7, 1)) / 4.0 + 0x1p24;
  const arma::mat expected = squared_euclidean_distances(X);
  CHECK(is_close(*kernels::LinearKernel().own_squared_distances(X, X), expected, 1e-12));
  CHECK_FALSE(is_close(kernels::squared_distances(kernels::LinearKernel().gram(X)), expected, 1e-6));
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
  CHECK(thrown_message<std::invalid_argument>([&] { kernels::LinearKernel().cross_gram(a, b); }) == message);
  CHECK(thrown_message<std::invalid_argument>([&] { kernels::PolynomialKernel(2, 1.0).cross_gram(a, b); }) ==
        message);
  CHECK(thrown_message<std::invalid_argument>([&] { kernels::GaussianKernel(1.0).cross_gram(a, b); }) ==
        message);
  CHECK(thrown_message<NumericalError>([] { kernels::PolynomialKernel(0, 1.0); }) ==
        "polynomial kernel: degree is 0, expected >= 1");
  CHECK(thrown_message<NumericalError>([] { kernels::PolynomialKernel(2, -0.5); }) ==
        "polynomial kernel: offset is -0.5, expected >= 0");
  CHECK(thrown_message<NumericalError>([] { kernels::GaussianKernel(-1.0); }) ==
        "Gaussian kernel: sigma is -1, expected > 0");
}
