#include "preimage/decoders/gaussian_distance.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "testing/toy_data.hpp"

namespace preimage::decoders {

using testing::gaussian_matrix;

namespace {

/// The definition, from differences.
double by_definition(const arma::vec& w, double squared_norm, const arma::mat& Y, const arma::vec& z,
                     double sigma) {
  double sum = 0.0;
  for (arma::uword i = 0; i < Y.n_rows; ++i)
    sum += w(i) * std::exp(-arma::accu(arma::square(Y.row(i).t() - z)) / (2.0 * sigma * sigma));
  return squared_norm + 1.0 - 2.0 * sum;
}

}  // namespace

TEST_CASE("an estimate lies within its error of the exact value, which is the distance; the error is small") {
  for (const arma::uword d : {1U, 3U, 8U, 50U, 256U}) {
    for (const arma::uword m : {1U, 4U, 6U, 31U, 100U}) {
      const arma::mat Y = gaussian_matrix(m, d, 91);
      const arma::vec Y_norms = arma::sum(arma::square(Y), 1);
      const arma::vec w = gaussian_matrix(m, 1, 92) / 4.0;
      for (const double sigma : {0.02, 0.3, 3.0, 100.0}) {  // exponents from -4e6 to -1e-4
        const GaussianDistance distance(w, 0.7, Y_norms, d, sigma);
        for (const double scale : {0.0, 0.5, 1.5}) {
          CAPTURE(d);
          CAPTURE(m);
          CAPTURE(sigma);
          const arma::vec z = scale * Y.row(0).t();
          const arma::vec column = arma::join_cols(z, Y * z);
          const double exact = distance.exact(column.memptr());
          const Estimate found = distance.estimate(column.memptr());
          CHECK(std::abs(exact - by_definition(w, 0.7, Y, z, sigma)) < 1e-8);
          CHECK(std::abs(found.value - exact) <= found.error);
          if (sigma >= 3.0) CHECK(found.error < 1e-9);
        }
      }
    }
  }
}

TEST_CASE("an exponential of our own is off by less than its share of an estimate's error") {
  const arma::vec one(1, arma::fill::ones), y(1, arma::fill::zeros);
  const GaussianDistance distance(one, 0.0, y, 1, std::sqrt(0.5));  // 1 - 2 exp(-(z^2 - 2 Yz))
  for (int step = -2000; step <= 100; ++step) {
    const double x = 0.004 * step;  // the exponent
    const double column[] = {0.0, 0.5 * x};
    CAPTURE(x);
    CHECK(std::abs(distance.estimate(column).value - (1.0 - 2.0 * std::exp(x))) < 3e-14);
  }
}

TEST_CASE("what an estimate cannot bound is said to be unknown") {
  const arma::vec one(1, arma::fill::ones), y(1, arma::fill::ones);
  const GaussianDistance distance(one, 1.0, y, 1, 1.0);
  const double beyond[] = {1.0, 4.0};  // a product that no z has: exp(+3)
  CHECK(std::isinf(distance.estimate(beyond).error));
  const double huge[] = {1e40, 1e40};
  CHECK(std::isinf(distance.estimate(huge).error));
  const double none[] = {arma::datum::nan, 0.0};
  CHECK(!(distance.estimate(none).error < 1.0));
}

}  // namespace preimage::decoders
