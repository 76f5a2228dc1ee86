#include "suite/results/audit.hpp"

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"
#include "preimage/linalg/distances.hpp"

using namespace preimage;

namespace {

arma::mat gaussian(arma::uword rows, arma::uword columns, base::Random& random) {
  arma::mat x(rows, columns);
  x.imbue([&] { return random.gaussian(); });
  return x;
}

std::optional<double> scale_of(const arma::mat& x) {
  return suite::results::scale_of_copies(linalg::squared_distances_by_product(x, x));
}

}  // namespace

TEST_CASE("copies with noise lie within a scale that other pairs leave empty") {
  base::Random random(5);
  const arma::mat people = gaussian(40, 5, random);
  const arma::mat visits = arma::repmat(people, 4, 1) + 0.02 * gaussian(160, 5, random);
  const std::optional<double> scale = scale_of(visits);
  REQUIRE(scale);
  CHECK(*scale > 0.02);  // two visits of one are sqrt(10) 0.02 apart in the mean
  CHECK(*scale < 0.5);   // two people are sqrt(10) apart
}

TEST_CASE("data that vary smoothly, whole numbers and clusters have no scale of copies") {
  base::Random random(6);
  int taken = 0, draws = 0;
  for (int draw = 0; draw < 25; ++draw) {
    for (const arma::uword columns : {1, 2, 5}) {
      const arma::mat x = gaussian(60, columns, random);
      const arma::mat clusters = 0.01 * x + arma::repmat(arma::vec{0.0, 1.0, 5.0}, 20, columns);
      for (const arma::mat& smooth :
           {x, arma::mat(arma::exp(2.0 * x)), arma::mat(arma::round(2.0 * x)), clusters}) {
        taken += scale_of(smooth) ? 1 : 0;
        ++draws;
      }
    }
  }
  CHECK(draws == 300);
  CHECK(taken <= 3);
  CHECK_FALSE(scale_of(arma::mat(30, 2, arma::fill::zeros)));  // equal ones are none
  CHECK_FALSE(scale_of(arma::mat(1, 2, arma::fill::zeros)));
}
