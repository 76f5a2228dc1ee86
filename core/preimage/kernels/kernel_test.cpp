#include "preimage/kernels/kernel.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/linalg/distances.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using preimage::linalg::squared_euclidean_distances;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;
namespace samples = preimage::samples;

TEST_CASE("sample_count counts rows of matrices and entries of lists") {
  CHECK(kernels::sample_count(kernels::Vectors(3, 5)) == 3);
  CHECK(kernels::sample_count(kernels::Strings{"a", ""}) == 2);
  CHECK(kernels::sample_count(kernels::Labels{4}) == 1);
  CHECK(kernels::sample_count(kernels::LabelSets{{}, {1, 2}, {3}}) == 3);
  CHECK(kernels::sample_count(samples::VectorSequences{arma::mat(5, 2), samples::Offsets({3, 0, 2})}) == 3);
}

TEST_CASE("squared distances of a Gram matrix are those of the samples") {
  const arma::mat X = gaussian_matrix(9, 4, 1);
  const kernels::LinearKernel linear;
  const arma::mat distances = kernels::squared_distances(linear.gram(X));
  CHECK(is_close(distances, squared_euclidean_distances(X, X), 1e-13));
  CHECK(arma::abs(distances.diag()).max() == 0.0);
  CHECK(arma::approx_equal(distances, distances.t(), "absdiff", 0.0));
  const arma::mat Z = gaussian_matrix(5, 4, 2);
  CHECK(is_close(kernels::squared_distances(linear, X, Z), squared_euclidean_distances(X, Z), 1e-13));
}

TEST_CASE("squared distances clip rounding below zero but keep NaN") {
  CHECK(kernels::squared_distances(arma::mat{{1.0, 1.0 + 1e-15}, {1.0 + 1e-15, 1.0}})(0, 1) == 0.0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(kernels::squared_distances(arma::mat{{1.0, nan}, {nan, 1.0}})(0, 1)));
  CHECK(thrown_message<std::invalid_argument>([] { kernels::squared_distances(arma::mat(2, 3)); }) ==
        "Gram matrix: 2 x 3 is not square");
}
