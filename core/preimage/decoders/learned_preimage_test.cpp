#include "preimage/decoders/learned_preimage.hpp"

#include <memory>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/kernel_pca.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

struct LearnedToy {
  arma::mat Z = gaussian_matrix(12, 3, 51);
  arma::mat Y = gaussian_matrix(12, 5, 52);
  arma::mat queries = gaussian_matrix(4, 3, 53);
};

constexpr double kShape = 0.5 / (0.9 * 0.9);

}  // namespace

TEST_CASE("without a ridge the map interpolates the training outputs") {
  const LearnedToy toy;
  for (bool centre : {false, true}) {
    const LearnedPreimage map(toy.Z, toy.Y, {0.7, 1e-12, regression::RidgeForm::plain, centre});
    CHECK(is_close(map(toy.Z), toy.Y, 0.0, 1e-8));
  }
}

TEST_CASE("with a large ridge nothing is left but the offset") {
  const LearnedToy toy;
  const LearnedPreimage plain(toy.Z, toy.Y, {0.7, 1e12, regression::RidgeForm::plain, false});
  CHECK(arma::abs(plain(toy.queries)).max() < 1e-10);
  const LearnedPreimage centred(toy.Z, toy.Y, {0.7, 1e12, regression::RidgeForm::plain, true});
  CHECK(is_close(centred(toy.queries), arma::repmat(arma::mean(toy.Y, 0), 4, 1), 1e-9));
}

TEST_CASE("both forms solve their own equations") {
  const LearnedToy toy;
  const arma::mat K = testing::gaussian_gram(toy.Z, toy.Z, kShape);
  const arma::mat plain =
      testing::gaussian_gram(toy.queries, toy.Z, kShape) * arma::solve(K + 0.5 * arma::eye(12, 12), toy.Y);
  CHECK(is_close(LearnedPreimage(toy.Z, toy.Y, {0.9, 0.5, regression::RidgeForm::plain, false})(toy.queries),
                 plain, 1e-10));
  const arma::mat squared = testing::gaussian_gram(toy.queries, toy.Z, kShape) *
                            arma::solve(K.t() * K + 0.5 * arma::eye(12, 12), K.t() * toy.Y);
  CHECK(
      is_close(LearnedPreimage(toy.Z, toy.Y, {0.9, 0.5, regression::RidgeForm::squared, false})(toy.queries),
               squared, 1e-10));
}

TEST_CASE("bad input is an error") {
  const LearnedToy toy;
  CHECK(thrown_message<NumericalError>([&] { LearnedPreimage(toy.Z, toy.Y.head_rows(3), {}); }) ==
        "pre-image map: as many coordinates as outputs expected");
  CHECK(thrown_message<NumericalError>([&] {
          LearnedPreimage(toy.Z, toy.Y, {0.0, 1.0});
        }) == "pre-image map: sigma must be above 0");
  arma::mat broken = toy.queries;
  broken(0, 1) = arma::datum::inf;
  CHECK(thrown_message<NumericalError>([&] { LearnedPreimage(toy.Z, toy.Y, {})(broken); }) ==
        "predicted coordinates: entry (0, 1) is inf, not a finite number");
}

TEST_CASE("a map whose ridge is lost in rounding says so, also of a loaded model; of 0.1 nothing is known") {
  const arma::mat Y = {{0.0, 1.0}, {1.0, 0.0}, {1.0, 0.0}, {2.0, 1.0}};  // two are equal
  const auto predicted = [&](double ridge, const regression::KeptArrays& kept) {
    const auto training = std::make_shared<const outputs::TrainingOutputs>(
        outputs::with_output_kernel<kernels::Vectors>(std::make_shared<kernels::LinearKernel>(), Y),
        outputs::ComponentCut{}, outputs::Centring::training_mean, kept);
    return learned_preimage_decoder({.sigma = 1.0, .ridge = ridge})
        .bind(samples::SampleSet(4), training)
        ->decode({outputs::Weights{{{0.5, 0.5, 0.0, 0.0}}}}, samples::SampleSet(1));
  };
  const auto says_so = [](const outputs::Prediction& prediction) {
    return prediction.fit_notes.size() == 1 && prediction.diagnostics.contains(outputs::kIllConditioned);
  };
  CHECK_FALSE(says_so(predicted(1e-8, {})));
  const regression::KeptArrays kept = regression::KeptArrays::recording();
  CHECK(says_so(predicted(1e-14, kept)));
  regression::KeptArrays::Arrays arrays = kept.arrays();
  CHECK(says_so(predicted(1e-14, regression::KeptArrays::of(arrays))));
  CHECK(arrays.erase("preimage_map_rcond") == 1);
  CHECK_FALSE(says_so(predicted(1e-14, regression::KeptArrays::of(arrays))));
}

}  // namespace preimage::decoders
