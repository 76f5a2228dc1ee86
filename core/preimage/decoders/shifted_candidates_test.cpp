#include "preimage/decoders/shifted_candidates.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

using testing::gaussian_matrix;
using testing::thrown_message;

namespace {

constexpr int kWidth = 4, kHeight = 3;
constexpr double kAround = -0.5;

/// Pixel by pixel.
arma::rowvec moved_image(const arma::rowvec& image, int right, int down) {
  arma::rowvec result(image.n_elem);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const bool inside = x - right >= 0 && x - right < kWidth && y - down >= 0 && y - down < kHeight;
      result(static_cast<arma::uword>(y * kWidth + x)) =
          inside ? image(static_cast<arma::uword>((y - down) * kWidth + x - right)) : kAround;
    }
  }
  return result;
}

/// |sum_i w_i phi(y_i) - phi(z)|^2 under a kernel, by its values.
double squared_distance_of(const kernels::Kernel<kernels::Vectors>& kernel, const arma::rowvec& w,
                           const arma::mat& Y, const arma::rowvec& z) {
  const arma::mat single = z;
  return arma::as_scalar(w * kernel.gram(Y) * w.t()) -
         2.0 * arma::as_scalar(w * kernel.cross_gram(Y, single)) + kernel.gram(single)(0, 0);
}

samples::SampleSet images_under(std::shared_ptr<const kernels::Kernel<kernels::Vectors>> kernel,
                                const arma::mat& Y) {
  return outputs::with_output_kernel<kernels::Vectors>(std::move(kernel), Y);
}

arma::mat decoded_images(const samples::SampleSet& outputs, const arma::mat& weights,
                         const std::vector<int>& steps) {
  const DecoderRecipe recipe = shifted_candidates_decoder({kWidth, steps, kAround});
  recipe.require({samples::SampleSet(outputs.size()), outputs});
  const auto training = std::make_shared<const outputs::TrainingOutputs>(outputs, outputs::ComponentCut{},
                                                                         outputs::Centring::none);
  return std::get<outputs::NewVectors>(
             recipe.bind(samples::SampleSet(outputs.size()), training)
                 ->decode({outputs::Weights{weights}}, samples::SampleSet(weights.n_rows))
                 .value)
      .vectors;
}

}  // namespace

TEST_CASE("the nearest of all training images at all shifts is found, as by looking at each") {
  const arma::mat Y = gaussian_matrix(7, kWidth * kHeight, 71), weights = 0.6 * gaussian_matrix(15, 7, 72);
  const std::vector<std::shared_ptr<const kernels::Kernel<kernels::Vectors>>> all = {
      std::make_shared<kernels::GaussianKernel>(5.0), std::make_shared<kernels::PolynomialKernel>(2, 1.0)};
  for (const auto& kernel : all) {
    const arma::mat found = decoded_images(images_under(kernel, Y), weights, {-1, 0, 2});
    arma::uword moved = 0;
    for (arma::uword i = 0; i < weights.n_rows; ++i) {
      arma::rowvec best;
      double least = arma::datum::inf;
      bool is_moved = false;
      for (arma::uword j = 0; j < Y.n_rows; ++j) {
        for (const int right : {-1, 0, 2}) {
          for (const int down : {-1, 0, 2}) {
            const arma::rowvec image = moved_image(Y.row(j), right, down);
            const double distance = squared_distance_of(*kernel, weights.row(i), Y, image);
            if (distance >= least) continue;
            least = distance;
            best = image;
            is_moved = right != 0 || down != 0;
          }
        }
      }
      CHECK(arma::all(found.row(i) == best));
      moved += is_moved ? 1 : 0;
    }
    CHECK(moved > 0);
    CHECK(moved < weights.n_rows);
  }
}

TEST_CASE("a shift that is equal to no shift is none, and without shifts it is the candidate search") {
  arma::mat Y(2, kWidth * kHeight, arma::fill::value(kAround));  // of which every shift is the image itself
  Y.row(1).fill(3.0);
  const samples::SampleSet outputs = images_under(std::make_shared<kernels::GaussianKernel>(2.0), Y);
  CHECK(arma::all(arma::vectorise(decoded_images(outputs, {{1.0, 0.0}, {0.1, 0.9}}, {-1, 0, 1}) == Y)));
  CHECK(arma::all(
      arma::vectorise(decoded_images(outputs, {{0.2, 0.8}, {0.5, 0.5}}, {0}) == Y.rows(arma::uvec{1, 0}))));
}

TEST_CASE("shifted candidates refuse outputs that are no images") {
  const auto refused = [](const samples::SampleSet& outputs, const ShiftedCandidatesOptions& options) {
    return thrown_message<std::invalid_argument>([&] {
      shifted_candidates_decoder(options).require({samples::SampleSet(outputs.size()), outputs});
    });
  };
  const samples::SampleSet images =
      images_under(std::make_shared<kernels::GaussianKernel>(1.0), gaussian_matrix(3, 12, 73));
  CHECK(refused(images, {5, {0, 1}}) ==
        "decoder shifted_candidates: width is 5, expected a divisor of the 12 numbers of an output");
  CHECK(refused(images, {4, {0, 3}}) == "shifted images: a step of 3 moves an image of 4 x 3 out");
  CHECK(refused(outputs::with_output_kernel<kernels::Labels>(std::make_shared<kernels::ClassKernel>(),
                                                             kernels::Labels{0, 1}),
                {4, {0}}) == "decoder shifted_candidates needs outputs that are vectors");
}

}  // namespace preimage::decoders
