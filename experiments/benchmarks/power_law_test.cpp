#include "experiments/benchmarks/power_law.hpp"

#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

namespace preimage::experiments::benchmarks {

TEST_CASE("a power law is found again from its upper half, whatever the lower half is") {
  // 3 n^2 at 400, 800 and 1600; start-up below.
  const PowerLaw law = fitted_power_law({100, 200, 400, 800, 1600}, {5e5, 5e5, 4.8e5, 1.92e6, 7.68e6});
  CHECK(law.exponent == doctest::Approx(2.0).epsilon(1e-12));
  CHECK(law.factor == doctest::Approx(3.0).epsilon(1e-9));
  CHECK(law.text() == "n^2.00 over 400 to 1600");
  // Off the line: slope of (0, 0), (1, 1), (2, 1) in decades is 1/2.
  CHECK(fitted_power_law({1, 10, 100, 1000, 10000}, {9, 9, 1, 10, 10}).exponent ==
        doctest::Approx(0.5).epsilon(1e-12));
}

TEST_CASE("two sizes are enough, and the fit is through both; of three the last two") {
  const PowerLaw law = fitted_power_law({50, 100}, {0.1, 0.4});
  CHECK(law.exponent == doctest::Approx(2.0).epsilon(1e-12));
  CHECK(law.from == 50.0);
  CHECK(fitted_power_law({50, 100, 200}, {7.0, 0.1, 0.2}).text() == "n^1.00 over 100 to 200");
  CHECK(fitted_power_law({1000, 2000}, {1.001, 1.0}).growth() == "n^0.00");
}

TEST_CASE("what has no exponent is refused") {
  CHECK_THROWS_AS(fitted_power_law({100}, {1}), std::invalid_argument);
  CHECK_THROWS_AS(fitted_power_law({100, 200}, {1}), std::invalid_argument);
  CHECK_THROWS_AS(fitted_power_law({200, 100}, {1, 2}), std::invalid_argument);
  CHECK_THROWS_AS(fitted_power_law({100, 200}, {0, 2}), std::invalid_argument);
  CHECK_THROWS_AS(fitted_power_law({100, 200}, {std::nan(""), 2}), std::invalid_argument);
}

}  // namespace preimage::experiments::benchmarks
