#include "preimage/linalg/lbfgs.hpp"

#include <doctest/doctest.h>

using namespace preimage;

namespace {

/// Rosenbrock's function, whose minimum is (1, 1).
double valley(const arma::mat& x, arma::mat& gradient) {
  const double a = 1.0 - x(0), b = x(1) - x(0) * x(0);
  gradient = arma::rowvec{-2.0 * a - 400.0 * x(0) * b, 200.0 * b};
  return a * a + 100.0 * b * b;
}

}  // namespace

TEST_CASE("a search ends at the minimum, in the shape of its start, or after the iteration that is told") {
  const arma::mat start = {{-1.2, 1.0}};
  const arma::mat found = linalg::lbfgs_minimum(start, valley, {1e-10, 1000});
  REQUIRE(arma::size(found) == arma::size(start));
  CHECK(arma::abs(found - 1.0).max() < 1e-8);
  int last = 0;
  const auto stop = [&](int iteration) { return (last = iteration) == 3; };
  CHECK(arma::abs(linalg::lbfgs_minimum(start, valley, {0.0, 1000, stop}) - 1.0).max() > 1e-2);
  CHECK(last == 3);
}
