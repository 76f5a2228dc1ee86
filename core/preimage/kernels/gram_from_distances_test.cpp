#include "preimage/kernels/gram_from_distances.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using preimage::NumericalError;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;
namespace linalg = preimage::linalg;

namespace {

/// The four corners of a star: distance 1 to its centre, 2 to each other. Its centre would be the midpoint of
/// three different segments, so no Euclidean space holds it.
const arma::mat kStar = {{0, 1, 1, 1}, {1, 0, 2, 2}, {1, 2, 0, 2}, {1, 2, 2, 0}};

arma::mat euclidean_distances(const arma::mat& X) {
  return arma::sqrt(preimage::linalg::squared_euclidean_distances(X, X));
}

/// Equation (5) of the paper with the sign that is printed, term by term.
arma::mat equation_5_as_printed(const arma::mat& D, const arma::vec& c) {
  const arma::uword m = D.n_rows;
  arma::mat gram(m, m);
  for (arma::uword i = 0; i < m; ++i) {
    for (arma::uword j = 0; j < m; ++j) {
      double value = D(i, j) * D(i, j);
      for (arma::uword p = 0; p < m; ++p) {
        value -= c(p) * (D(i, p) * D(i, p) + D(j, p) * D(j, p));
        for (arma::uword q = 0; q < m; ++q) value += c(p) * c(q) * D(p, q) * D(p, q);
      }
      gram(i, j) = 0.5 * value;
    }
  }
  return gram;
}

}  // namespace

TEST_CASE("Euclidean distances give back the centred Gram matrix; as printed, eq. (5) has a negative trace") {
  const arma::mat X = gaussian_matrix(10, 4, 1);
  const arma::mat D = euclidean_distances(X);
  const arma::mat gram = kernels::gram_from_distances(D);
  CHECK(is_close(gram, linalg::centre_gram(X * X.t()), 1e-13));
  CHECK(arma::approx_equal(gram, gram.t(), "absdiff", 0.0));
  const arma::mat printed = equation_5_as_printed(D, arma::vec(10, arma::fill::ones) / 10.0);
  CHECK(arma::trace(printed) < 0.0);
  CHECK(is_close(-printed, gram, 1e-13));
}

TEST_CASE("the weights choose the origin and leave the distances alone") {
  const arma::mat X = gaussian_matrix(6, 3, 2);
  arma::vec c(6, arma::fill::zeros);
  c(2) = 1.0;  // the origin is sample 2
  const arma::mat shifted = X.each_row() - X.row(2);
  const arma::mat D = euclidean_distances(X);
  CHECK(is_close(kernels::gram_from_distances(D, c), shifted * shifted.t(), 1e-13));
  const arma::vec uneven = {0.5, 0.75, -0.25, 0.0, 0.0, 0.0};
  CHECK(
      is_close(kernels::squared_distances(kernels::gram_from_distances(D, uneven)), arma::square(D), 1e-13));
  CHECK(is_close(kernels::gram_from_distances(D, uneven), -equation_5_as_printed(D, uneven), 1e-13));
}

TEST_CASE("distances of no Euclidean space are refused, or clipped where asked for") {
  CHECK(thrown_message<NumericalError>([] { kernels::gram_from_distances(kStar); }) ==
        "distances: not Euclidean, the smallest eigenvalue of their Gram matrix is -0.25 (largest 2)");
  const arma::mat clipped = kernels::gram_from_distances(kStar, {}, kernels::NonEuclidean::clip);
  CHECK(arma::approx_equal(clipped, clipped.t(), "absdiff", 0.0));
  const arma::vec values = linalg::symmetric_eigen(clipped, "clipped").values;
  CHECK(is_close(values, arma::vec{2.0, 2.0, 0.0, 0.0}, 1e-14));
  // Clipping leaves what is Euclidean untouched.
  const arma::mat D = euclidean_distances(gaussian_matrix(5, 2, 3));
  CHECK(arma::approx_equal(kernels::gram_from_distances(D, {}, kernels::NonEuclidean::clip),
                           kernels::gram_from_distances(D), "absdiff", 0.0));
}

TEST_CASE("what is no distance matrix is refused") {
  const auto message = [](const arma::mat& D, const arma::vec& c = {}) {
    return thrown_message<std::invalid_argument>([&] { kernels::gram_from_distances(D, c); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(message(arma::mat(2, 3, arma::fill::zeros)) == "distances: 2 x 3 is not square");
  CHECK(message({{0, 1}, {2, 0}}) == "distances: not symmetric, entry (1, 0) is 2 but (0, 1) is 1");
  CHECK(message({{0, 1}, {1, 0.5}}) == "distances: entry (1, 1) is 0.5, expected 0 on the diagonal");
  CHECK(message({{0, -1}, {-1, 0}}) == "distances: entry (1, 0) is -1, expected a finite number >= 0");
  CHECK(message({{0, 1}, {nan, 0}}) == "distances: entry (1, 0) is nan, expected a finite number >= 0");
  CHECK(message({{0, 1}, {1, 0}}, {1.0}) == "distances: 1 origin weights for 2 samples");
  CHECK(message({{0, 1}, {1, 0}}, {0.5, 0.6}) == "distances: the origin weights sum to 1.1, expected 1");
  CHECK(kernels::gram_from_distances(arma::mat()).is_empty());
}

TEST_CASE("new samples at distances have the inner products of points around the centre of the others") {
  const arma::mat X = gaussian_matrix(9, 3, 71), Z = 3.0 * gaussian_matrix(4, 3, 72) + 1.0;
  const auto found = kernels::new_from_distances(arma::sqrt(linalg::squared_euclidean_distances(Z, X)),
                                                 euclidean_distances(X));
  const arma::rowvec centre = arma::mean(X, 0);
  for (arma::uword t = 0; t < Z.n_rows; ++t) {
    const arma::rowvec z = Z.row(t) - centre;
    for (arma::uword i = 0; i < X.n_rows; ++i)
      CHECK(is_close(found.values(t, i), arma::dot(z, X.row(i) - centre), 1e-12));
    CHECK(is_close(found.squared_norms(t), arma::dot(z, z), 1e-12));
  }
  for (const double bad : {-1.0, arma::datum::nan})
    CHECK_THROWS_AS(kernels::new_from_distances(arma::mat(1, 4, arma::fill::value(bad)), kStar),
                    std::invalid_argument);
  CHECK_THROWS_AS(kernels::new_from_distances(arma::mat(1, 3), kStar), std::invalid_argument);
}
