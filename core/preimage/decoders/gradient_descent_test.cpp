#include "preimage/decoders/gradient_descent.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/decoders/fixed_point.hpp"
#include "preimage/decoders/testing_preimage.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::decoders {

using testing::is_close;
using testing::PreimageToy;
using testing::thrown_message;

TEST_CASE("what converged is stationary and no worse than the start") {
  const PreimageToy toy;
  const Preimages found = gradient_descent(toy.objective, toy.start);
  REQUIRE(arma::all(found.converged == 1));
  CHECK(found.residual.max() <= 1e-6);
  CHECK(found.iterations.min() > 1);
  const GaussianObjective::Values values = toy.objective(found.outputs);
  CHECK(arma::abs(values.gradient).max() < 1e-6);
  CHECK(arma::all(values.objective <= toy.objective(toy.start).objective));
}

TEST_CASE("it reaches the optimum that the fixed point reaches") {
  const PreimageToy toy;
  const Preimages found = gradient_descent(toy.objective, toy.start);
  const Preimages fixed = fixed_point(toy.weights, toy.Y, toy.sigma, toy.start, {5000, 1e-12});
  REQUIRE(arma::all(fixed.converged == 1));
  CHECK(is_close(found.outputs, fixed.outputs, 0.0, 1e-5));
}

TEST_CASE("what is found for a sample does not depend on the others, however large their weights are") {
  PreimageToy toy;
  toy.weights.row(1) *= 100.0;
  toy.weights.row(4) *= 1e-3;
  toy.start.row(5).fill(1e4);  // has nowhere to go
  const Preimages all = gradient_descent(GaussianObjective(toy.weights, toy.Y, toy.sigma), toy.start);
  for (arma::uword i = 0; i < 6; ++i) {
    CAPTURE(i);
    const Preimages one =
        gradient_descent(GaussianObjective(toy.weights.row(i), toy.Y, toy.sigma), toy.start.row(i));
    CHECK(is_close(one.outputs, all.outputs.row(i), 1e-12));
    CHECK(one.iterations(0) == all.iterations(i));
    CHECK(one.converged(0) == all.converged(i));
  }
}

TEST_CASE("far from the origin the same point is found") {
  for (const double centre : {0.0, 1e8, 1.7e9}) {
    CAPTURE(centre);
    const testing::CircleToy toy(centre);
    const Preimages found = gradient_descent(GaussianObjective(toy.weights, toy.Y, 1.0), toy.start);
    CHECK(found.converged(0) == 1);
    CHECK(is_close(found.outputs - centre, toy.preimage, 0.0, 1e-6 + 1e-15 * centre));
  }
}

TEST_CASE("a sample far from every output has nowhere to go and is not converged") {
  PreimageToy toy;
  toy.start.row(2).fill(1e4);
  const Preimages found = gradient_descent(toy.objective, toy.start);
  CHECK(found.converged(2) == 0);
  CHECK(found.residual(2) == arma::datum::inf);
  CHECK(is_close(found.outputs.row(2), toy.start.row(2), 0.0));
  CHECK(arma::accu(found.converged) == 5);  // the others are not held up
}

TEST_CASE("the cap on iterations is kept and said") {
  const PreimageToy toy;
  const Preimages found = gradient_descent(toy.objective, toy.start, {1, 1e-6});
  CHECK(found.iterations.max() == 1);
  CHECK(arma::any(found.converged == 0));
  for (const int none : {0, -1})
    CHECK(thrown_message<NumericalError>([&] {
            gradient_descent(toy.objective, toy.start, {none, 1e-6});
          }) == "gradient descent: " + std::to_string(none) + " iterations at most, expected at least 1");
}

TEST_CASE("no sample is no work, and a start of another size is an error") {
  const PreimageToy toy;
  const GaussianObjective none(arma::mat(0, 15), toy.Y, 1.0);
  CHECK(gradient_descent(none, arma::mat(0, 4)).outputs.n_rows == 0);
  CHECK(thrown_message<NumericalError>([&] {
          gradient_descent(toy.objective, arma::mat(6, 3, arma::fill::zeros));
        }) == "start of the gradient descent: another size than the predictions");
}

}  // namespace preimage::decoders
