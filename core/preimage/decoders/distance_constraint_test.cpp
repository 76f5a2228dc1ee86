#include "preimage/decoders/distance_constraint.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/decoders/testing_preimage.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::decoders {

using testing::is_close;
using testing::PreimageToy;
using testing::thrown_message;

TEST_CASE("the image of a training output is decoded to that output") {
  const PreimageToy toy;
  const GaussianObjective exact(arma::eye(15, 15), toy.Y, toy.sigma);
  const Preimages found = distance_constraint(exact, toy.L, 15);
  CHECK(arma::all(found.converged == 1));
  CHECK(
      is_close(found.outputs, toy.Y, 0.0, 1e-8));  // 15 points span all 4 dimensions, so the distances fix it
  CHECK(found.residual.max() < 1e-8);
}

TEST_CASE("with few neighbours the point lies in their affine hull") {
  const PreimageToy toy;
  const GaussianObjective exact(arma::eye(15, 15), toy.Y, toy.sigma);
  const Preimages found = distance_constraint(exact, toy.L, 2);
  for (arma::uword i = 0; i < 15; ++i) {
    // The output is its own nearest neighbour, at distance 0, so on the line through the two it is found.
    CHECK(is_close(found.outputs.row(i), toy.Y.row(i), 0.0, 1e-8));
    CHECK(found.iterations(i) == 2);
  }
}

TEST_CASE("a prediction that no input-space distance explains falls back and says so") {
  const PreimageToy toy;
  const arma::mat far = arma::mat(1, 15, arma::fill::value(-3.0));
  const Preimages found = distance_constraint(GaussianObjective(far, toy.Y, toy.sigma), toy.L, 5);
  CHECK(found.converged(0) == 0);
  CHECK(found.iterations(0) == 0);
  CHECK(found.outputs.is_finite());
  CHECK(arma::min(arma::sum(arma::square(toy.Y.each_row() - found.outputs.row(0)), 1)) == 0.0);
}

TEST_CASE("equal neighbours have no direction between them, whatever their mean rounds to") {
  const arma::mat Y = arma::vec{0.1, 0.1, 0.1, 0.4};
  const arma::mat L = arma::exp(-0.5 * linalg::squared_euclidean_distances(Y, Y));
  // Two thirds of each: the nearest three are the equal ones.
  const GaussianObjective objective(arma::mat{{0.3, 0.2, 0.2, 0.0}}, Y, 1.0);
  const Preimages found = distance_constraint(objective, L, 3);
  CHECK(is_close(found.outputs(0, 0), 0.1, 1e-12));
  // With a fourth that is apart there is one: the line through both.
  const GaussianObjective exact(arma::eye(4, 4), Y, 1.0);
  CHECK(is_close(distance_constraint(exact, L, 4).outputs, Y, 0.0, 1e-8));
}

TEST_CASE("too few or too many neighbours are an error") {
  const PreimageToy toy;
  for (arma::uword neighbours : {1, 16}) {
    CHECK(thrown_message<NumericalError>([&] { distance_constraint(toy.objective, toy.L, neighbours); }) ==
          "distance constraint: " + std::to_string(neighbours) +
              " neighbours, expected from 2 to the 15 training outputs");
  }
}

}  // namespace preimage::decoders
