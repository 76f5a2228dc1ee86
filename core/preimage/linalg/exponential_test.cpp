#include "preimage/linalg/exponential.hpp"

#include <armadillo>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/linalg/powers_of_two.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::linalg {

namespace {

constexpr arma::uword kCount = 20000;  // no multiple of what is done at once

/// Signs, of every size of which the exponential is not 1, and beyond.
arma::vec numbers_of_every_size() {
  base::Random random(7);
  arma::vec values(kCount);
  values.imbue([&] {
    const double size = std::exp2(20.0 * random.uniform() - 10.0);
    return random.uniform() < 0.1 ? size : -size;
  });
  return values;
}

arma::vec exponentials(arma::vec values) {
  exponentials_in_place(values.memptr(), values.n_elem);
  return values;
}

/// Whether two numbers are equal or neighbours; also of infinities.
bool is_neighbour(double a, double b) {
  return std::nextafter(a, b) == b;
}

}  // namespace

TEST_CASE("exponentials are the nearest numbers or their neighbours") {
  const arma::vec x = numbers_of_every_size(), found = exponentials(x);
  for (arma::uword i = 0; i < kCount; ++i) {
    if (x(i) < -700.0 || x(i) > 709.0) continue;
    const long double exact = std::exp(static_cast<long double>(x(i)));
    const double unit = std::nextafter(found(i), std::numeric_limits<double>::infinity()) - found(i);
    CHECK(std::abs(static_cast<double>(found(i) - exact)) <= 0.512 * unit);
  }
}

TEST_CASE("the place of a number changes nothing") {
  const arma::vec x = numbers_of_every_size(), found = exponentials(x);
  for (const arma::uword begin : {1, 255, 1000}) {
    for (const arma::uword count : {1, 7, 300}) {
      const arma::vec part = exponentials(x.subvec(begin, begin + count - 1));
      CHECK(arma::all(part == found.subvec(begin, begin + count - 1)));
    }
  }
}

TEST_CASE("exponentials at the ends") {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> x = {0.0,    -0.0,   -1e-300, 1e-17,  -511.999999, -512.0, -740.0, -745.2,
                                 -746.5, -1e300, -inf,    709.75, 710.0,       inf,    1.0};
  const arma::vec found = exponentials(arma::vec(x));
  for (std::size_t i = 0; i < x.size(); ++i) {
    CHECK(is_neighbour(found(i), static_cast<double>(std::exp(static_cast<long double>(x[i])))));
  }
  CHECK(found(0) == 1.0);
  CHECK(found(9) == 0.0);
  CHECK(found(13) == inf);
  const arma::vec none = exponentials({-1.0, arma::datum::nan, -2.0});
  CHECK(std::isnan(none(1)));
  CHECK(is_neighbour(none(0), 0.36787944117144233));
  CHECK(std::isnan(exponentials({arma::datum::nan, -1.0})(0)));  // first of a block
  CHECK(exponentials({}).is_empty());
}

TEST_CASE("the table holds powers of 2 to twice a double's digits") {
  for (std::size_t j = 0; j < kPowersOfTwo.size(); ++j) {
    const PowerOfTwo& entry = kPowersOfTwo[j];
    const long double exact = std::exp2(static_cast<long double>(j) / 128.0L);
    CHECK(entry.nearest == static_cast<double>(exact));
    CHECK(std::abs(entry.lacks) <= 0x1p-53);
    if (std::numeric_limits<long double>::digits < 64) continue;
    CHECK(std::abs(static_cast<double>(entry.nearest * (1.0L + entry.lacks) - exact)) <= 0x1p-62);
  }
}

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
