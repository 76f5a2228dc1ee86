#include "preimage/linalg/symmetric_product.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

TEST_CASE("the product by one triangle is that by the whole matrix, and the other triangle is not read") {
  for (const arma::uword n : {0U, 1U, 2U, 7U, 65U, 300U}) {
    CAPTURE(n);
    arma::mat A = testing::gaussian_matrix(n, n, 71);
    A = A + A.t();
    const arma::vec x = testing::gaussian_matrix(n, 1, 72);
    const arma::vec expected = A * x;
    if (n > 1) A(0, n - 1) = arma::datum::nan;
    const arma::vec found = symmetric_times(A, x);
    REQUIRE(found.n_elem == n);
    CHECK(testing::is_close(found, expected, 1e-12, 1e-12));
  }
}

TEST_CASE("shapes that do not fit are named") {
  CHECK(testing::thrown_message<NumericalError>([] {
          symmetric_times(arma::mat(3, 3, arma::fill::eye), arma::vec(2, arma::fill::ones));
        }) == "product of a symmetric matrix: 3 x 3 with a vector of 2");
}

}  // namespace preimage::linalg
