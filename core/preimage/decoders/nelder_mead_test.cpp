#include "preimage/decoders/nelder_mead.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/decoders/gradient_descent.hpp"
#include "preimage/decoders/testing_preimage.hpp"
#include "preimage/linalg/distances.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::decoders {

using testing::is_close;
using testing::PreimageToy;
using testing::thrown_message;

namespace {

double rosenbrock(const arma::vec& x, const arma::vec& /*image*/) {
  return 100.0 * std::pow(x(1) - x(0) * x(0), 2) + std::pow(1.0 - x(0), 2);
}

}  // namespace

TEST_CASE("Rosenbrock's valley from (-1.2, 1) takes as many steps as MATLAB documents") {
  // fminsearch's manual runs this example and prints 85 iterations, 159 evaluations, f = 8.1777e-10.
  const SimplexResult found = nelder_mead(rosenbrock, arma::vec{-1.2, 1.0}, arma::mat());
  CHECK(found.converged);
  CHECK(found.evaluations == 159);
  CHECK(is_close(found.value, 8.1777e-10, 1e-4));
  CHECK(is_close(arma::mat(found.point), arma::mat(arma::vec{1.0, 1.0}), 1e-4));
}

TEST_CASE("the image of a point travels with it") {
  const arma::mat A = testing::gaussian_matrix(5, 3, 61);
  const arma::vec target = testing::gaussian_matrix(5, 1, 62);
  double largest = 0.0;
  const auto objective = [&](const arma::vec& x, const arma::vec& image) {
    largest = std::max(largest, arma::abs(A * x - image).max());
    return arma::accu(arma::square(image - target));
  };
  const SimplexResult with_image = nelder_mead(objective, arma::vec(3, arma::fill::ones), A);
  const SimplexResult plain = nelder_mead(
      [&](const arma::vec& x, const arma::vec&) { return arma::accu(arma::square(A * x - target)); },
      arma::vec(3, arma::fill::ones), arma::mat());
  CHECK(largest < 1e-12);
  CHECK(with_image.converged);
  CHECK(with_image.evaluations == plain.evaluations);
  CHECK(is_close(arma::mat(with_image.point), arma::mat(plain.point), 1e-9));
  CHECK(is_close(arma::mat(with_image.point), arma::mat(arma::vec(arma::pinv(A) * target)), 1e-3));
}

TEST_CASE("the pre-image is that of a search on the definition of the distance, from differences") {
  for (const arma::uword d : {2U, 3U}) {
    CAPTURE(d);
    const arma::mat Y = testing::gaussian_matrix(9, d, 81);
    const double sigma = 2.0;
    const GaussianObjective objective(testing::gaussian_matrix(3, Y.n_rows, 82) / 5.0, Y, sigma);
    const arma::mat L = arma::exp(-linalg::squared_distances_by_product(Y, Y) / (2.0 * sigma * sigma));
    const arma::mat start = arma::floor(2.0 * testing::gaussian_matrix(3, d, 83)) / 2.0;
    const NelderMeadOptions options{1e-8, 1e-14, 1000.0};
    const Preimages found = nelder_mead(objective, L, start, options);
    for (arma::uword i = 0; i < 3; ++i) {
      CAPTURE(i);
      const arma::vec w = objective.weights().row(i).t();
      const auto by_definition = [&](const arma::vec& z, const arma::vec& /*image*/) {
        double sum = 0.0;
        for (arma::uword k = 0; k < Y.n_rows; ++k)
          sum += w(k) * std::exp(-arma::accu(arma::square(Y.row(k).t() - z)) / (2.0 * sigma * sigma));
        return arma::as_scalar(w.t() * L * w) + 1.0 - 2.0 * sum;
      };
      const SimplexResult expected = nelder_mead(by_definition, start.row(i).t(), arma::mat(), options);
      REQUIRE(found.converged(i) == 1);
      REQUIRE(expected.converged);
      CHECK(is_close(arma::mat(found.outputs.row(i).t()), arma::mat(expected.point), 0.0, 1e-4));
    }
  }
}

TEST_CASE("it stops at its cap and says that it did not converge") {
  const SimplexResult capped = nelder_mead(rosenbrock, arma::vec{-1.2, 1.0}, arma::mat(), {1e-4, 1e-4, 10.0});
  CHECK_FALSE(capped.converged);
  CHECK(capped.evaluations >= 20);
  CHECK(capped.evaluations <= 22);  // an iteration is not cut in two
  CHECK(capped.value > 0.1);
}

TEST_CASE("a coordinate that is 0 is moved by 0.00025, another by 5 %") {
  std::vector<arma::vec> seen;
  nelder_mead(
      [&](const arma::vec& x, const arma::vec&) {
        seen.push_back(x);
        return arma::accu(x);
      },
      arma::vec{0.0, 2.0}, arma::mat(), {1e-4, 1e-4, 2.0});
  REQUIRE(seen.size() >= 3);
  CHECK(is_close(arma::mat(seen[1]), arma::mat(arma::vec{0.00025, 2.0}), 1e-15));
  CHECK(is_close(arma::mat(seen[2]), arma::mat(arma::vec{0.0, 2.1}), 1e-15));
}

TEST_CASE("in few dimensions the simplex finds the pre-image that the gradient finds") {
  const PreimageToy toy;
  const Preimages found = nelder_mead(toy.objective, toy.L, toy.start, {1e-8, 1e-12, 1000.0});
  CHECK(arma::all(found.converged == 1));
  CHECK(is_close(found.outputs, gradient_descent(toy.objective, toy.start).outputs, 0.0, 1e-4));
}

TEST_CASE("far from the origin the simplex finds the same point") {
  for (const double centre : {0.0, 1e6, 1e8}) {
    CAPTURE(centre);
    const testing::CircleToy toy(centre);
    const Preimages found = nelder_mead(GaussianObjective(toy.weights, toy.Y, 1.0), toy.L, toy.start);
    CHECK(found.converged(0) == 1);
    CHECK(is_close(found.outputs - centre, toy.preimage, 0.0, 1e-3));
  }
}

TEST_CASE("nothing to search in is an error") {
  CHECK(thrown_message<NumericalError>([&] { nelder_mead(rosenbrock, arma::vec(), arma::mat()); }) ==
        "simplex search: no coordinate to search in");
}

}  // namespace preimage::decoders
