#include "preimage/linalg/gaussian.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::linalg {

using testing::is_close;
using testing::thrown_message;

TEST_CASE("the Gaussian of squared distances") {
  const arma::mat gaussian = gaussian_of_squared_distances(arma::mat{{0.0, 2.0, 1e300}}, 0.5);
  CHECK(gaussian(0) == 1.0);
  CHECK(is_close(gaussian(1), std::exp(-4.0), 1e-15));
  CHECK(gaussian(2) == 0.0);
  // sigma^2 underflows here; the kernel is still 1 on equal samples and 0 on others.
  const arma::mat narrow = gaussian_of_squared_distances(arma::mat{{0.0, 1.0}}, 1e-200);
  CHECK(narrow(0) == 1.0);
  CHECK(narrow(1) == 0.0);
  CHECK(thrown_message<NumericalError>([] { gaussian_of_squared_distances(arma::mat(1, 1), 0.0); }) ==
        "Gaussian: sigma is 0, expected > 0");
}

}  // namespace preimage::linalg
