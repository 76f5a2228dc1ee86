#include "preimage/linalg/normal_product.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

using testing::gaussian_matrix;
using testing::is_close;

TEST_CASE("K K' V is added, whatever the sizes") {
  for (const arma::uword m : {0, 1, 7, 8, 29, 200}) {
    for (const arma::uword n : {0, 1, 3, 4, 30}) {
      for (const arma::uword q : {0, 1, 5, 6, 15, 16}) {
        CAPTURE(m);
        CAPTURE(n);
        CAPTURE(q);
        const arma::mat K = gaussian_matrix(m, n, 1), V = gaussian_matrix(m, q, 2);
        arma::mat result = gaussian_matrix(m, q, 3);
        const arma::mat expected = result + K * arma::mat(K.t() * V);
        add_normal_product(K, V, result);
        CHECK(is_close(result, expected, 1e-12));
      }
    }
  }
}

TEST_CASE("K K' V: shapes that do not fit are refused, and NaN passes through") {
  arma::mat K = gaussian_matrix(9, 6, 4), result(9, 2, arma::fill::zeros);
  const arma::mat V = gaussian_matrix(9, 2, 5);
  CHECK_THROWS_AS(add_normal_product(K, V.head_rows(8), result), std::invalid_argument);
  CHECK_THROWS_AS(add_normal_product(K, V.head_cols(1), result), std::invalid_argument);
  K(8, 5) = arma::datum::nan;
  add_normal_product(K, V, result);
  CHECK(arma::find_nan(result).eval().n_elem == result.n_elem);
}

}  // namespace preimage::linalg
