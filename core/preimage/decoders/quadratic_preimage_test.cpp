#include "preimage/decoders/quadratic_preimage.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

double squared_product(const arma::rowvec& y, const arma::rowvec& z) {
  double sum = 0.0;
  for (arma::uword j = 0; j < y.n_elem; ++j) sum += y(j) * z(j);
  return sum * sum;
}

/// |Psi - phi(z)|^2 by kernel values alone.
double squared_distance(const arma::rowvec& w, const arma::mat& Y, const arma::rowvec& z) {
  double sum = squared_product(z, z);
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    sum -= 2.0 * w(i) * squared_product(Y.row(i), z);
    for (arma::uword j = 0; j < Y.n_rows; ++j) sum += w(i) * w(j) * squared_product(Y.row(i), Y.row(j));
  }
  return sum;
}

/// The least that steps along coordinates find from here, of a length that is halved where none leads down.
double descended(const arma::rowvec& w, const arma::mat& Y, arma::rowvec z) {
  double value = squared_distance(w, Y, z);
  for (double step = 1.0; step > 1e-9;) {
    bool moved = false;
    for (arma::uword j = 0; j < z.n_elem; ++j) {
      for (const double by : {step, -step}) {
        arma::rowvec next = z;
        next(j) += by;
        const double at = squared_distance(w, Y, next);
        if (at >= value) continue;
        z = next;
        value = at;
        moved = true;
      }
    }
    if (!moved) step /= 2.0;
  }
  return value;
}

}  // namespace

TEST_CASE("no point of a dense grid is nearer than the eigenproblem's, and its best one is near") {
  const arma::mat Y = gaussian_matrix(6, 2, 51), weights = gaussian_matrix(8, 6, 52);
  const arma::mat found = quadratic_preimages(weights, Y).outputs;
  for (arma::uword i = 0; i < weights.n_rows; ++i) {
    const double ours = squared_distance(weights.row(i), Y, found.row(i));
    double least = arma::datum::inf;
    for (double x = -6.0; x <= 6.0; x += 0.04) {
      for (double y = -6.0; y <= 6.0; y += 0.04)
        least = std::min(least, squared_distance(weights.row(i), Y, arma::rowvec{x, y}));
    }
    CHECK(ours <= least + 1e-12);
    CHECK(least - ours < 0.02);
  }
}

TEST_CASE("searches from many starts end where the eigenproblem does") {
  const arma::mat Y = gaussian_matrix(9, 5, 53), weights = gaussian_matrix(6, 9, 54);
  const arma::mat found = quadratic_preimages(weights, Y).outputs;
  for (arma::uword i = 0; i < weights.n_rows; ++i) {
    const arma::rowvec w = weights.row(i);
    double least = arma::datum::inf;
    for (std::uint64_t start = 0; start < 12; ++start)
      least = std::min(least, descended(w, Y, 2.0 * gaussian_matrix(1, 5, 600 + start).row(0)));
    CHECK(is_close(squared_distance(w, Y, found.row(i)), least, 1e-10, 1e-10));
  }
}

TEST_CASE("where an exact pre-image of degree 2 exists, it is found with its sign") {
  const arma::mat Y = gaussian_matrix(7, 4, 55);
  const QuadraticPreimages found = quadratic_preimages(arma::eye(7, 7), Y);
  CHECK(is_close(found.outputs, Y, 1e-13, 1e-13));
  CHECK(arma::all(found.told == 1));
}

TEST_CASE("of two signs that of the weighted mean is taken, and a convention where there is none") {
  const arma::mat Y = {{-3.0, 0.5}, {-2.0, -0.5}, {0.1, 1.0}};
  const QuadraticPreimages found = quadratic_preimages(arma::mat{{0.5, 0.4, 0.1}}, Y);
  CHECK(found.outputs(0, 0) < -1.0);
  CHECK(arma::dot(found.outputs.row(0), arma::mat({{0.5, 0.4, 0.1}}) * Y) > 0.0);
  CHECK(arma::all(found.told == 1));
  // Both signs alike: e_1 has 0.6 along the eigenvector, so the first coordinate is positive.
  const arma::mat both = {{-0.6, 0.8}, {0.6, -0.8}};
  const QuadraticPreimages open = quadratic_preimages(arma::mat{{0.5, 0.5}, {0.7, 0.3}}, both);
  CHECK(is_close(open.outputs, arma::mat{{0.6, -0.8}, {-0.6, 0.8}}, 1e-12));
  CHECK(open.told(0) == 0);
  CHECK(open.told(1) == 1);
}

TEST_CASE("of a multiple eigenvalue the direction is told by the weighted mean, not by a basis") {
  // A = I in the plane of the first two coordinates.
  const arma::mat Y = {{1, 0, 0}, {0, 1, 0}, {0, 0, 0.1}};
  const QuadraticPreimages found = quadratic_preimages(arma::mat{{1.0, 1.0, 1.0}}, Y);
  CHECK(is_close(found.outputs, arma::mat{{std::sqrt(0.5), std::sqrt(0.5), 0.0}}, 1e-14, 1e-14));
  CHECK(found.told(0) == 1);
  const arma::mat R = arma::orth(gaussian_matrix(3, 3, 56));  // turned, with A's eigenspace
  CHECK(is_close(quadratic_preimages(arma::mat{{1.0, 1.0, 1.0}}, Y * R).outputs, found.outputs * R, 1e-13,
                 1e-13));
  const arma::mat opposite = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
  const QuadraticPreimages open = quadratic_preimages(arma::mat(1, 4, arma::fill::ones), opposite);
  CHECK(is_close(open.outputs, arma::mat{{std::sqrt(2.0), 0.0, 0.0}}, 1e-14));
  CHECK(open.told(0) == 0);
}

TEST_CASE("where nothing is nearer than 0, the pre-image is 0") {
  const arma::mat Y = gaussian_matrix(4, 3, 57);
  const QuadraticPreimages found = quadratic_preimages(arma::mat(1, 4, arma::fill::value(-1.0)), Y);
  CHECK(arma::all(arma::vectorise(found.outputs) == 0.0));
  CHECK(found.told(0) == 1);
}

TEST_CASE("the decoder of degree 2 says of how many pre-images the sign is a convention") {
  const auto outputs_under = [](long degree, double offset) {
    const arma::mat Y = {{-0.6, 0.8}, {0.6, -0.8}, {1.0, 0.0}};
    return outputs::with_output_kernel<kernels::Vectors>(
        std::make_shared<kernels::PolynomialKernel>(degree, offset), Y);
  };
  const DecoderRecipe recipe = quadratic_preimage_decoder();
  const samples::SampleSet outputs = outputs_under(2, 0.0);
  CHECK_NOTHROW(recipe.require({samples::SampleSet(3), outputs}));
  const auto training = std::make_shared<const outputs::TrainingOutputs>(outputs, outputs::ComponentCut{},
                                                                         outputs::Centring::none);
  const DecoderPtr decoder = recipe.bind(samples::SampleSet(3), training);
  const outputs::Prediction prediction =
      decoder->decode({outputs::Weights{{{0.5, 0.5, 0.0}, {0.0, 0.0, 1.0}}}}, samples::SampleSet(2));
  CHECK(is_close(std::get<outputs::NewVectors>(prediction.value).vectors, arma::mat{{0.6, -0.8}, {1.0, 0.0}},
                 1e-13, 1e-13));
  REQUIRE(prediction.notes.size() == 1);
  CHECK(prediction.notes[0] ==
        "the sign of 1 of 2 pre-images is a convention: the training outputs do not tell it");
  CHECK(arma::all(prediction.diagnostics.at("sign_told") == arma::vec{0.0, 1.0}));
  for (const auto& other : {std::pair{2L, 1.0}, {3L, 0.0}}) {
    CHECK(
        thrown_message<std::invalid_argument>([&] {
          recipe.require({samples::SampleSet(3), outputs_under(other.first, other.second)});
        }) ==
        "decoder quadratic_preimage needs the output kernel (y . z)^2: {name: polynomial, degree: 2, offset: "
        "0}");
  }
  CHECK_THROWS_AS(quadratic_preimages(arma::mat(1, 3, arma::fill::value(arma::datum::nan)), arma::mat(3, 2)),
                  NumericalError);
}

}  // namespace preimage::decoders
