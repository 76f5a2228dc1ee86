#include "preimage/decoders/gaussian_objective.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/decoders/testing_preimage.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::decoders {

using testing::is_close;
using testing::PreimageToy;
using testing::thrown_message;

TEST_CASE(
    "the objective is minus the weighted sum of kernel values: half the squared distance, up to a constant") {
  const PreimageToy toy;
  const GaussianObjective::Values values = toy.objective(toy.start);
  for (arma::uword i = 0; i < toy.start.n_rows; ++i) {
    double inner = 0.0;
    for (arma::uword a = 0; a < 15; ++a) {
      const double k =
          std::exp(-arma::accu(arma::square(toy.start.row(i) - toy.Y.row(a))) / (2.0 * 2.5 * 2.5));
      inner += toy.weights(i, a) * k;
    }
    CHECK(is_close(values.objective(i), -inner, 1e-12));
    CHECK(is_close(values.scale(i), inner, 1e-12));  // all weights are positive here
  }
}

TEST_CASE("the gradient agrees with central differences") {
  const PreimageToy toy;
  const arma::mat gradient = toy.objective(toy.start).gradient;
  const double h = 1e-5;
  for (arma::uword j = 0; j < 4; ++j) {
    arma::mat ahead = toy.start;
    arma::mat behind = toy.start;
    ahead.col(j) += h;
    behind.col(j) -= h;
    const arma::vec slope = (toy.objective(ahead).objective - toy.objective(behind).objective) / (2.0 * h);
    CHECK(is_close(arma::mat(slope), arma::mat(gradient.col(j)), 1e-7, 1e-9));
  }
}

TEST_CASE("bad input is an error") {
  const PreimageToy toy;
  CHECK(thrown_message<NumericalError>([&] { GaussianObjective(toy.weights, toy.Y, 0.0); }) ==
        "pre-image: the output bandwidth must be above 0");
  arma::mat broken = toy.weights;
  broken(1, 2) = arma::datum::nan;
  CHECK(thrown_message<NumericalError>([&] { GaussianObjective(broken, toy.Y, 1.0); }) ==
        "weights: entry (1, 2) is nan, not a finite number");
}

}  // namespace preimage::decoders
