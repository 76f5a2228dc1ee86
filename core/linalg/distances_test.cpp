#include "linalg/distances.hpp"

#include <doctest/doctest.h>

#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

TEST_CASE("squared distances by a product agree with those pair by pair") {
  const arma::mat A = testing::gaussian_matrix(9, 5, 31);
  const arma::mat B = testing::gaussian_matrix(4, 5, 32);
  arma::mat expected(9, 4);
  for (arma::uword i = 0; i < 9; ++i) {
    for (arma::uword j = 0; j < 4; ++j) expected(i, j) = arma::accu(arma::square(A.row(i) - B.row(j)));
  }
  CHECK(testing::is_close(squared_distances_by_product(A, B), expected, 1e-12, 1e-13));
}

TEST_CASE("rounding never makes a squared distance negative") {
  const arma::mat A = 1e6 * testing::gaussian_matrix(30, 7, 33);
  CHECK(squared_distances_by_product(A, A).min() >= 0.0);
}

}  // namespace preimage::linalg
