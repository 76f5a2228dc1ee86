#include "preimage/decoders/exact_preimage.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

TEST_CASE("where an exact pre-image exists, it is found") {
  const arma::mat Y = gaussian_matrix(7, 4, 41);
  for (long degree : {1, 3, 5}) {
    for (double offset : {0.0, 0.7}) {
      CHECK(is_close(exact_preimage(arma::eye(7, 7), Y, degree, offset), Y, 1e-10, 1e-12));
    }
  }
}

TEST_CASE("degree 1 without offset is the weighted mean") {
  const arma::mat Y = gaussian_matrix(7, 4, 42);
  const arma::mat weights = gaussian_matrix(3, 7, 43);
  CHECK(is_close(exact_preimage(weights, Y, 1, 0.0), arma::mat(weights * Y), 1e-12, 1e-14));
}

TEST_CASE("an even degree has no inverse") {
  const arma::mat Y = gaussian_matrix(3, 2, 44);
  CHECK(thrown_message<NumericalError>([&] { exact_preimage(arma::eye(3, 3), Y, 2, 0.0); }) ==
        "exact pre-image: (y . z + offset)^2 has no inverse, expected an odd degree");
}

}  // namespace preimage::decoders
