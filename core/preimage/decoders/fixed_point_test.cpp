#include "preimage/decoders/fixed_point.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/decoders/testing_preimage.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

/// The right-hand side of the equation that a pre-image solves.
arma::rowvec right_hand_side(const arma::rowvec& weights, const arma::mat& Y, double sigma,
                             const arma::rowvec& z) {
  arma::rowvec numerator(Y.n_cols, arma::fill::zeros);
  double denominator = 0.0;
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    const double distance = arma::norm(z - Y.row(i));
    const double factor = weights(i) * std::exp(-distance * distance / (2.0 * sigma * sigma));
    numerator += factor * Y.row(i);
    denominator += factor;
  }
  return numerator / denominator;
}

struct Toy {
  arma::mat Y = gaussian_matrix(12, 3, 81);
  arma::mat weights = arma::abs(gaussian_matrix(20, 12, 82));
  arma::mat start = gaussian_matrix(20, 3, 83);
};

}  // namespace

TEST_CASE("with a linear output kernel the prediction is the output") {
  const arma::mat weights = {{0.5, 0.5}, {2.0, -1.0}};
  const arma::mat Y = {{1.0, 2.0, 3.0}, {3.0, 2.0, -1.0}};
  const arma::mat expected = {{2.0, 2.0, 1.0}, {-1.0, 2.0, 7.0}};
  CHECK(is_close(closed_form(weights, Y), expected, 1e-15));
}

TEST_CASE("where it converges, the point solves the fixed-point equation") {
  const Toy toy;
  const Preimages result = fixed_point(toy.weights, toy.Y, 1.5, toy.start, {2000, 1e-10});
  REQUIRE(arma::all(result.converged == 1));
  CHECK(arma::all(result.iterations > 1));
  const double bound = 1e-10 * spread(toy.Y);
  CHECK(result.residual.max() <= bound);
  for (arma::uword i = 0; i < 20; ++i) {
    const arma::rowvec z = result.outputs.row(i);
    CHECK(is_close(right_hand_side(toy.weights.row(i), toy.Y, 1.5, z), z, 0.0, bound));
  }
}

TEST_CASE("samples do not depend on which others are solved with them") {
  const Toy toy;
  const Preimages all = fixed_point(toy.weights, toy.Y, 1.5, toy.start);
  for (arma::uword i : {0, 7, 19}) {
    const Preimages one = fixed_point(toy.weights.row(i), toy.Y, 1.5, toy.start.row(i));
    CHECK(is_close(one.outputs, all.outputs.row(i), 1e-12));
    CHECK(one.iterations(0) == all.iterations(i));
  }
}

TEST_CASE("a single training output is reached from anywhere near") {
  const arma::mat Y = {{1.0, -2.0}};
  const arma::mat start = {{0.0, 0.0}, {3.0, 3.0}};
  const Preimages result = fixed_point(arma::vec{0.3, -2.0}, Y, 1.0, start);
  CHECK(is_close(result.outputs, arma::repmat(Y, 2, 1), 1e-14));
  CHECK(arma::all(result.converged == 1));
}

TEST_CASE("a step is taken as long as a millionth of the terms is left of their sum") {
  const arma::mat Y = arma::vec{1.0, -1.0};  // as far from the start
  const arma::mat weights = {{1.0, -(1.0 - 2e-5)}, {1.0, -(1.0 - 2e-7)}};
  const Preimages result = fixed_point(weights, Y, 1.0, arma::mat(2, 1, arma::fill::zeros), {1, 1e-10});
  CHECK(is_close(result.outputs(0, 0), (2.0 - 2e-5) / 2e-5, 1e-9));
  CHECK(result.outputs(1, 0) == 0.0);
  CHECK(result.residual(1) == arma::datum::inf);
}

TEST_CASE("a vanishing denominator leaves the sample where it is, not converged") {
  const arma::mat Y = arma::vec{1.0, -1.0};
  const arma::mat weights = {{1.0, -1.0}, {1.0, 1.0}, {0.0, 0.0}, {1.0, 1.0}};
  const arma::mat start = arma::vec{0.0, 0.5, 0.5, 1e4};  // the last: so far out that every exp() is 0
  const Preimages result = fixed_point(weights, Y, 2.0, start);
  CHECK(arma::all(result.converged == arma::uvec{0, 1, 0, 0}));
  for (arma::uword i : {0, 2, 3}) {
    CAPTURE(i);
    CHECK(result.outputs(i, 0) == start(i, 0));
    CHECK(result.iterations(i) == 1);
    CHECK(result.residual(i) == arma::datum::inf);
  }
}

TEST_CASE("the iteration cap is kept and reported") {
  const Toy toy;
  const Preimages result = fixed_point(toy.weights, toy.Y, 1.5, toy.start, {1, 1e-10});
  CHECK(arma::all(result.converged == 0));
  CHECK(arma::all(result.iterations == 1));
  for (arma::uword i = 0; i < 20; ++i) {
    const arma::rowvec step = right_hand_side(toy.weights.row(i), toy.Y, 1.5, toy.start.row(i));
    CHECK(is_close(result.outputs.row(i), step, 1e-12));
    CHECK(is_close(result.residual(i), arma::abs(step - toy.start.row(i)).max(), 1e-12));
  }
}

TEST_CASE("far from the origin the same point is found, in units of the outputs' spread") {
  for (const double centre : {0.0, 1e6, 1e8, 1.7e9}) {
    CAPTURE(centre);
    const testing::CircleToy toy(centre);
    const Preimages found = fixed_point(toy.weights, toy.Y, 1.0, toy.start);
    CHECK(found.converged(0) == 1);
    CHECK(is_close(found.outputs - centre, toy.preimage, 0.0, 1e-7 + 1e-15 * centre));
  }
}

TEST_CASE("no sample is no work, and bad input is an error") {
  Toy toy;
  CHECK(fixed_point(arma::mat(0, 12), toy.Y, 1.0, arma::mat(0, 3)).outputs.n_rows == 0);
  for (double sigma : {0.0, -1.0, arma::datum::nan}) {
    CHECK(thrown_message<NumericalError>([&] { fixed_point(toy.weights, toy.Y, sigma, toy.start); }) ==
          "fixed point: the output bandwidth must be above 0");
  }
  const auto message_with_nan_in = [&](arma::mat& matrix) {
    const arma::mat intact = matrix;
    matrix(2, 1) = arma::datum::nan;
    const std::string message =
        thrown_message<NumericalError>([&] { fixed_point(toy.weights, toy.Y, 1.0, toy.start); });
    matrix = intact;
    return message;
  };
  CHECK(message_with_nan_in(toy.weights) == "weights: entry (2, 1) is nan, not a finite number");
  CHECK(message_with_nan_in(toy.Y) == "training outputs: entry (2, 1) is nan, not a finite number");
  CHECK(message_with_nan_in(toy.start) ==
        "start of the fixed point: entry (2, 1) is nan, not a finite number");
}

}  // namespace preimage::decoders
