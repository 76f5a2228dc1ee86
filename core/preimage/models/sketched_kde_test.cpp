// Against the exact method, of which it is the case M = n, and against its formula.
#include "preimage/models/sketched_kde.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/decoders/fixed_point.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/estimator.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/samples/folds.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

using kernels::Vectors;
using regression::LandmarkRule;
using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

using VectorKernel = std::shared_ptr<const kernels::Kernel<Vectors>>;
const VectorKernel kInputs = std::make_shared<const kernels::GaussianKernel>(1.3);
const VectorKernel kLinear = std::make_shared<const kernels::LinearKernel>();
const VectorKernel kGaussian = std::make_shared<const kernels::GaussianKernel>(1.0);

struct SketchToy {
  arma::mat X = gaussian_matrix(40, 3, 1), new_X = gaussian_matrix(9, 3, 2);
  arma::mat Y = arma::join_rows(arma::sin(X.cols(0, 1)), X.col(2));
};

template <class X, class Y>
Estimator<X, Y> sketched(std::shared_ptr<const kernels::Kernel<X>> input,
                         std::shared_ptr<const kernels::Kernel<Y>> output, SketchedKdeOptions options) {
  return {std::move(input), std::move(output), sketched_kde_method(std::move(options))};
}

arma::mat vectors_by(const VectorKernel& output, SketchedKdeOptions options) {
  const SketchToy toy;
  return sketched<Vectors, Vectors>(kInputs, output, std::move(options))
      .fit(toy.X, toy.Y)
      .predict(toy.new_X)
      .outputs;
}

arma::mat exact_by(const VectorKernel& output, KdeOptions options) {
  const SketchToy toy;
  return models::kde(kInputs, output, std::move(options)).fit(toy.X, toy.Y).predict(toy.new_X).outputs;
}

}  // namespace

TEST_CASE("all samples as landmarks, all outputs as sketch, or both: the exact method") {
  const regression::LandmarkChoice all{LandmarkRule::uniform, 40, 3};
  const outputs::OutputSketch whole{outputs::SketchKind::subsample, 40, 20.0, 4};
  for (const auto centring : {outputs::Centring::training_mean, outputs::Centring::none}) {
    for (const VectorKernel& output : {kLinear, kGaussian}) {
      const arma::mat exact = exact_by(output, {.ridges = {0.1}, .centring = centring});
      SketchedKdeOptions options{.ridges = {0.1}, .landmarks = all, .centring = centring};
      CHECK(is_close(vectors_by(output, options), exact, 0.0));
      options.output_sketch = whole;
      CHECK(is_close(vectors_by(output, options), exact, 0.0));
      options.landmarks.reset();
      CHECK(is_close(vectors_by(output, options), exact, 0.0));
    }
    const regression::LandmarkChoice landmarks = all;
    for (const auto& sketch : {std::optional<outputs::OutputSketch>(), std::optional(whole)}) {
      const SketchedKdeOptions options{.ridges = {0.1},
                                       .landmarks = landmarks,
                                       .output_sketch = sketch,
                                       .centring = centring,
                                       .decoder = decoders::closed_form_decoder()};
      const arma::mat exact = exact_by(
          kLinear, {.ridges = {0.1}, .centring = centring, .decoder = decoders::closed_form_decoder()});
      CHECK(is_close(vectors_by(kLinear, options), exact, 1e-8));
    }
  }
}

TEST_CASE("all samples as landmarks err no more than the ridge") {
  // As in landmark_ridge_test.cpp: the ridge on 40 mirrored points, in 70 digits.
  const arma::vec side = 0.1 * (arma::regspace(0.0, 19.0) + 0.5);
  const arma::mat X = arma::join_cols(side, -side), points = arma::mat(arma::vec{-1.9, -1.0, 0.05, 1.3});
  arma::mat Y(40, 1, arma::fill::ones);
  for (arma::uword i = 1; i < 40; i += 2) Y(i) = -1.0;
  const std::vector<std::pair<double, arma::vec>> truths = {
      {1e-2, {-0.23159080802653803, -0.008980288034272857, 0.13609312312296873, 0.027789029818786438}},
      {1e-8, {-0.16025770610707726, 0.060412855244475004, 0.21864984565327927, -0.019191589368795076}}};
  for (const auto& [ridge, expected] : truths) {
    const auto captured = ridge;
    CAPTURE(captured);
    const auto found =
        sketched<Vectors, Vectors>(kGaussian, kLinear,
                                   {.ridges = {ridge},
                                    .landmarks = regression::LandmarkChoice{LandmarkRule::uniform, 40, 1},
                                    .decoder = decoders::closed_form_decoder()})
            .fit(X, Y)
            .predict(points);
    CHECK(arma::abs(arma::vec(found.outputs - expected)).max() < std::max(1e-11, 2e-14 / ridge));
    CHECK(found.notes.empty());
  }
}

TEST_CASE("landmarks that rounding cannot tell apart say so in a note") {
  const arma::mat X = arma::regspace(0.0, 0.02, 2.0);
  const auto notes_at = [&](double ridge, const arma::mat& Y) {
    return sketched<Vectors, Vectors>(
               kGaussian, kLinear,
               {.ridges = {ridge}, .landmarks = regression::LandmarkChoice{LandmarkRule::uniform, 50, 1}})
        .fit(X, Y)
        .predict(X.head_rows(2))
        .notes;
  };
  const arma::mat smooth = arma::sin(5.0 * X), rough = arma::sin(150.0 * X);
  const std::string landmarks =
      "landmarks, or samples of a basis, that are nearly dependent: rounding moves predictions by about ";
  CHECK(notes_at(1e3, smooth).empty());
  const std::vector<std::string> some = notes_at(1e-14, smooth), most = notes_at(1e-14, rough);
  REQUIRE(some.size() == 1);
  CHECK(some[0].starts_with(landmarks));
  REQUIRE(most.size() == 3);
  CHECK(most[1].starts_with("ridge too small: the rounding of the Gram matrix weighs as much"));
  CHECK(most[2].starts_with(landmarks));
}

TEST_CASE("a few landmarks are their normal equations, with centres of clusters, too") {
  const SketchToy toy;
  for (const LandmarkRule rule : {LandmarkRule::uniform, LandmarkRule::kmeans}) {
    const regression::LandmarkChoice choice{rule, 12, 5};
    const arma::mat Z = rule == LandmarkRule::kmeans
                            ? regression::k_means_landmarks(choice, toy.X)
                            : arma::mat(toy.X.rows(regression::uniform_landmarks(choice, 40)));
    const arma::mat K_nM = kInputs->cross_gram(toy.X, Z), K_MM = kInputs->gram(Z);
    const arma::rowvec mean = arma::mean(toy.Y, 0);
    const arma::mat centred = toy.Y.each_row() - mean;
    arma::mat expected = kInputs->cross_gram(toy.new_X, Z) *
                         arma::solve(arma::mat(K_nM.t() * K_nM + 0.1 * K_MM), arma::mat(K_nM.t() * centred));
    expected.each_row() += mean;
    const arma::mat found = vectors_by(
        kLinear, {.ridges = {0.1}, .landmarks = choice, .decoder = decoders::closed_form_decoder()});
    CHECK(is_close(found, expected, 1e-8));
  }
}

TEST_CASE("conjugate gradients predict what the direct way does") {
  const SketchToy toy;
  SketchedKdeOptions of_features{.ridges = {0.1},
                                 .landmarks = regression::LandmarkChoice{LandmarkRule::uniform, 12, 5}};
  SketchedKdeOptions of_sketch = of_features;
  of_sketch.output_sketch = outputs::OutputSketch{outputs::SketchKind::subsample, 5, 20.0, 4};
  of_sketch.decoder = decoders::closed_form_decoder();  // the prediction itself, no candidate near it
  for (SketchedKdeOptions options : {of_features, of_sketch}) {
    for (const LandmarkRule rule : {LandmarkRule::uniform, LandmarkRule::kmeans}) {
      options.landmarks->rule = rule;
      options.solver = LandmarkSolver::direct;
      const arma::mat direct = vectors_by(kLinear, options);
      options.solver = LandmarkSolver::conjugate_gradient;
      CHECK(is_close(vectors_by(kLinear, options), direct, 1e-8));
    }
  }
}

TEST_CASE("conjugate gradients need landmarks, and outputs with few explicit features") {
  const regression::LandmarkChoice some{LandmarkRule::uniform, 12, 5};
  const outputs::OutputSketch sketch{outputs::SketchKind::subsample, 5, 20.0, 1};
  CHECK_THROWS_AS(
      sketched_kde_method({.solver = LandmarkSolver::conjugate_gradient, .output_sketch = sketch}),
      std::invalid_argument);
  CHECK(thrown_message<std::invalid_argument>([&] {
          vectors_by(kGaussian, {.landmarks = some, .solver = LandmarkSolver::conjugate_gradient});
        }).starts_with("conjugate gradients learn few values: these outputs have no explicit features"));
  SketchedKdeOptions options{.landmarks = some,
                             .solver = LandmarkSolver::conjugate_gradient,
                             .decoder = decoders::closed_form_decoder()};
  const auto refusal = [&] {
    return thrown_message<std::invalid_argument>([&] { sketched_kde_method(options); });
  };
  const std::string instead = ": take a sketch of the outputs (output_sketch), or solve directly";
  CHECK(refusal() ==
        "conjugate gradients learn few values, and this decoder works on weights of all training outputs" +
            instead);
  options.output_sketch = sketch;
  CHECK_NOTHROW(sketched_kde_method(options));
  options.output_sketch.reset();
  options.decoder = decoders::candidate_decoder();
  CHECK_NOTHROW(sketched_kde_method(options));
  options.cut.count = 2;
  CHECK(refusal() ==
        "conjugate gradients learn few values, and principal directions that are cut come as weights of all "
        "training outputs" +
            instead);
}

TEST_CASE("landmarks that would not fit into memory are refused before they are chosen") {
  const SketchToy toy;
  const MethodPtr method = sketched_kde_method(
      {.ridges = {0.1}, .landmarks = regression::LandmarkChoice{LandmarkRule::uniform, 12, 1}});
  regression::FitResources means;
  means.memory = 10000;
  const samples::DataSet training{outputs::with_input_kernel<Vectors>(kInputs, toy.X),
                                  outputs::with_output_kernel<Vectors>(kLinear, toy.Y)};
  CHECK(thrown_message<LandmarkMemoryError>([&] {
          method->fit(0, training, regression::KeptArrays().with(means));
        }) == "12 landmarks (uniform) of 40 training samples: needs 0.00 GB of memory, 0.00 GB are there");
}

TEST_CASE("strings and sets of labels have landmarks and sketches, and models are kept") {
  const kernels::Strings words = {"abab", "abba", "baba", "bbab", "aabb", "abab", "bbaa", "aaaa"};
  const kernels::LabelSets tags = {{1}, {1, 2}, {2}, {2, 3}, {}, {1}, {3}, {1, 2, 3}};
  const auto input = std::make_shared<const kernels::SubsequenceKernel>(2, 0.5);
  const auto output = std::make_shared<const kernels::LabelSetKernel>();
  const testing::TemporaryFolder folder;
  for (const arma::uword count : {6, 8}) {
    const auto estimator = sketched<kernels::Strings, kernels::LabelSets>(
        input, output,
        {.ridges = {0.1},
         .landmarks = regression::LandmarkChoice{LandmarkRule::uniform, count, 1},
         .output_sketch = outputs::OutputSketch{outputs::SketchKind::p_sparsified_rademacher, 3, 2.0, 1}});
    const auto model = estimator.fit(words, tags);
    model.save(folder.path() / "model");
    CHECK(estimator.load(folder.path() / "model").predict(words).outputs == model.predict(words).outputs);
  }
  const auto by_kmeans = sketched<kernels::Strings, kernels::LabelSets>(
      input, output, {.landmarks = regression::LandmarkChoice{LandmarkRule::kmeans, 3, 1}});
  CHECK(thrown_message<std::invalid_argument>([&] { by_kmeans.fit(words, tags); }) ==
        "landmarks by kmeans need a kernel on vectors; the inputs are strings");
}

TEST_CASE("options that do not go together, and too many landmarks, are refused") {
  CHECK_THROWS_AS(sketched_kde_method({}), std::invalid_argument);
  const outputs::OutputSketch sketch{outputs::SketchKind::subsample, 5, 20.0, 1};
  CHECK_THROWS_AS(sketched_kde_method({.output_sketch = sketch, .cut = {3, {}}}), std::invalid_argument);
  decoders::DecoderRecipe leave_one_out = decoders::candidate_decoder();
  leave_one_out.fitted = decoders::TrainingPredictions::leave_one_out;
  CHECK_THROWS_AS(sketched_kde_method({.output_sketch = sketch, .decoder = leave_one_out}),
                  std::invalid_argument);
  CHECK(thrown_message<std::invalid_argument>([] {
          vectors_by(kLinear, {.landmarks = regression::LandmarkChoice{LandmarkRule::uniform, 41, 1}});
        }) == "41 landmarks (uniform) of 40 samples to train on, expected 1 to 40");
}

TEST_CASE("one class, and inputs that occur twice, have the one answer") {
  const SketchToy toy;
  const auto output = std::make_shared<const kernels::ClassKernel>();
  const arma::mat X = arma::join_cols(toy.X, toy.X);
  for (const LandmarkRule rule : {LandmarkRule::uniform, LandmarkRule::kmeans}) {
    const auto model = sketched<Vectors, kernels::Labels>(
                           kInputs, output, {.landmarks = regression::LandmarkChoice{rule, 70, 1}})
                           .fit(X, kernels::Labels(80, 7));
    CHECK(model.predict(toy.new_X).outputs == kernels::Labels(9, 7));
  }
}

TEST_CASE("random numbers are drawn anew for samples that say so, the same ones each time") {
  const SketchToy toy;
  const MethodPtr method =
      sketched_kde_method({.ridges = {0.1},
                           .landmarks = regression::LandmarkChoice{LandmarkRule::uniform, 12, 1},
                           .decoder = decoders::closed_form_decoder()});
  const auto predicted = [&](std::optional<std::uint64_t> seed) {
    samples::SampleSet inputs = outputs::with_input_kernel<Vectors>(kInputs, toy.X);
    if (seed) inputs = inputs.with(samples::RepetitionSeed{40, *seed});
    const samples::DataSet training{inputs, outputs::with_output_kernel<Vectors>(kLinear, toy.Y)};
    const auto found =
        method->fit(0, training)->predict(outputs::with_input_kernel<Vectors>(kInputs, toy.new_X));
    return std::get<outputs::NewVectors>(found.value).vectors;
  };
  CHECK(is_close(predicted(7), predicted(7), 0.0));
  CHECK_FALSE(is_close(predicted(7), predicted(8), 1e-3));
  CHECK_FALSE(is_close(predicted(7), predicted(std::nullopt), 1e-3));
}

namespace {

constexpr std::uint64_t kGigabyte = 1'000'000'000;
const LandmarkSize kFashion{60000, 10, LandmarkSolver::direct, regression::LandmarkRule::uniform};

arma::uword fitting(const LandmarkSize& size, arma::uword landmarks, std::uint64_t allowed) {
  try {
    require_landmark_memory(size, landmarks, allowed);
  } catch (const LandmarkMemoryError& error) {
    return error.max_landmarks();
  }
  return landmarks;
}

}  // namespace

TEST_CASE(
    "what is held: three squares of landmarks and a block, K_nM of conjugate gradients, weights of all "
    "outputs") {
  CHECK(landmark_bytes(kFashion, 5000) == 8 * (3 * 25'000'000ULL + 3 * 1024 * 5000 + 4 * 5000 * 10));
  LandmarkSize size = kFashion;
  size.solver = LandmarkSolver::conjugate_gradient;
  CHECK(landmark_bytes(size, 5000) > 8ULL * 60000 * 5000);
  size = kFashion;
  size.n_values = size.n_samples;
  CHECK(landmark_bytes(size, 5000) > 3 * 8ULL * 60000 * 5000);
}

TEST_CASE("too many landmarks are refused, with what there is and how many fit") {
  CHECK(testing::thrown_message<LandmarkMemoryError>(
            [] { require_landmark_memory(kFashion, 20000, kGigabyte); }) ==
        "20000 landmarks (uniform) of 60000 training samples: needs 10.10 GB of memory, 1.00 GB are there");
  const arma::uword fits = fitting(kFashion, 20000, kGigabyte);
  CHECK(fits == 5900);
  CHECK(landmark_bytes(kFashion, fits) <= kGigabyte);
  CHECK(landmark_bytes(kFashion, fits + 100) > kGigabyte);
  CHECK(fitting(kFashion, fits, kGigabyte) == fits);
  CHECK(fitting(kFashion, 20000, 1000) == 0);
}

}  // namespace preimage::models
