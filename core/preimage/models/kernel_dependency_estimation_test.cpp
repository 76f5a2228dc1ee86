#include "preimage/models/kernel_dependency_estimation.hpp"

#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/decoders/fixed_point.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/class_functions.hpp"
#include "preimage/models/nearest_neighbours.hpp"
#include "preimage/models/sketched_kde.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/landmark_ridge.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

namespace {

using kernels::Vectors;
using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

template <class Kernel, class... Arguments>
std::shared_ptr<const Kernel> kernel(Arguments... arguments) {
  return std::make_shared<const Kernel>(arguments...);
}

/// Noisy points and what follows from them.
struct Data {
  arma::mat X = gaussian_matrix(40, 3, 1), new_X = gaussian_matrix(9, 3, 2);
  arma::mat Y = arma::join_rows(arma::sin(X.cols(0, 1)), X.col(2));
};

}  // namespace

TEST_CASE("linear outputs and the closed form are ridge regression, solved here from its normal equations") {
  const Data d;
  for (const auto centring : {outputs::Centring::training_mean, outputs::Centring::none}) {
    const auto kde =
        models::kde(kernel<kernels::GaussianKernel>(1.3), kernel<kernels::LinearKernel>(),
                    {.ridges = {0.1}, .centring = centring, .decoder = decoders::closed_form_decoder()});
    const arma::mat found = kde.fit(d.X, d.Y).predict(d.new_X).outputs;
    const arma::rowvec mean = centring == outputs::Centring::none ? arma::rowvec(3, arma::fill::zeros)
                                                                  : arma::rowvec(arma::mean(d.Y, 0));
    arma::mat K(40, 40), K_new(9, 40);
    for (arma::uword j = 0; j < 40; ++j) {
      for (arma::uword i = 0; i < 40; ++i)
        K(i, j) = std::exp(-arma::accu(arma::square(d.X.row(i) - d.X.row(j))) / (2.0 * 1.3 * 1.3));
      for (arma::uword i = 0; i < 9; ++i)
        K_new(i, j) = std::exp(-arma::accu(arma::square(d.new_X.row(i) - d.X.row(j))) / (2.0 * 1.3 * 1.3));
    }
    const arma::mat centred = d.Y.each_row() - mean;
    arma::mat expected = K_new * arma::solve(K + 0.1 * arma::eye(40, 40), centred);
    expected.each_row() += mean;
    CHECK(is_close(found, expected, 1e-10));
  }
}

TEST_CASE(
    "outputs under a linear kernel are learned as they are: fit, grid and held-out folds, as their weights "
    "say") {
  const Data d;
  const auto gaussian = kernel<kernels::GaussianKernel>(1.3);
  const auto linear = kernel<kernels::LinearKernel>();
  const samples::DataSet data{outputs::with_input_kernel<Vectors>(gaussian, d.X),
                              outputs::with_output_kernel<Vectors>(linear, d.Y)};
  const samples::SampleSet new_inputs = outputs::with_input_kernel<Vectors>(gaussian, d.new_X);
  const MethodPtr method = kde_method({.ridges = {0.1, 0.01}, .decoder = decoders::closed_form_decoder()});
  const auto vectors_of = [](const outputs::Prediction& prediction) {
    return std::get<outputs::NewVectors>(prediction.value).vectors;
  };
  const arma::mat K = gaussian->gram(d.X), K_new = gaussian->cross_gram(d.new_X, d.X);
  const auto expected = [&](const arma::uvec& train, const arma::mat& K_test, double ridge) {
    const arma::mat S = arma::inv(K.submat(train, train) + ridge * arma::eye(train.n_elem, train.n_elem));
    arma::mat W = K_test.cols(train) * S;
    W.each_col() += (1.0 - arma::sum(W, 1)) / static_cast<double>(train.n_elem);  // about the mean
    return arma::mat(W * d.Y.rows(train));
  };
  const arma::uvec all = arma::regspace<arma::uvec>(0, 39);
  const double ridges[] = {0.1, 0.01};  // the larger first
  method->predict_grid(data, new_inputs, [&](std::size_t g, const outputs::Prediction& prediction) {
    CHECK(is_close(vectors_of(prediction), expected(all, K_new, ridges[g]), 1e-9));
    CHECK(is_close(vectors_of(method->fit(g, data)->predict(new_inputs)), expected(all, K_new, ridges[g]),
                   1e-9));
  });
  const arma::uvec first = arma::regspace<arma::uvec>(0, 14), rest = arma::regspace<arma::uvec>(15, 39);
  for (const bool is_partition : {true, false}) {
    std::vector<samples::Split> folds = {{rest, first}, {first, rest}};
    if (!is_partition) folds.pop_back();
    method->predict_held_out(
        data, folds, [&](std::size_t f, std::size_t g, const outputs::Prediction& prediction) {
          const arma::mat wanted = expected(folds[f].train, K.rows(folds[f].test), ridges[g]);
          CHECK(is_close(vectors_of(prediction), wanted, 1e-9));
        });
  }
  // A model older than 0.1 holds the dual operator.
  const arma::mat S = arma::inv(K + 0.1 * arma::eye(40, 40));
  const auto kept = regression::KeptArrays::of({{"dual_operator", S}});
  CHECK(
      is_close(vectors_of(method->fit(0, data, kept)->predict(new_inputs)), expected(all, K_new, 0.1), 1e-9));
}

TEST_CASE("a saved model refuses an estimator with another kernel or ridge; fit refuses a grid") {
  const Data d;
  const auto estimator = [](double input_sigma, double output_sigma, std::vector<double> ridges) {
    return models::kde(kernel<kernels::GaussianKernel>(input_sigma),
                       kernel<kernels::GaussianKernel>(output_sigma), {.ridges = std::move(ridges)});
  };
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "model";
  estimator(1.0, 0.8, {0.1}).fit(d.X, d.Y).save(path);
  CHECK_NOTHROW(estimator(1.0, 0.8, {0.1}).load(path));
  const auto refused = [&](double input_sigma, double output_sigma, double ridge) {
    return thrown_message<DataError>([&] { estimator(input_sigma, output_sigma, {ridge}).load(path); });
  };
  CHECK(refused(2.0, 0.8, 0.1) ==
        "the model was saved with input kernel gaussian(sigma = 1), this estimator has gaussian(sigma = 2)");
  CHECK(refused(1.0, 0.81, 0.1) ==
        "the model was saved with output kernel gaussian(sigma = 0.8), this estimator has gaussian(sigma = "
        "0.81)");
  CHECK(refused(1.0, 0.8, 0.2) == "the model was saved with ridge 0.1, this estimator has 0.2");
  CHECK(thrown_message<std::invalid_argument>([&] {
          estimator(1.0, 0.8, {0.1, 1.0}).fit(d.X, d.Y);
        }) == "a grid of 2 points, where a fit takes one: validation::grid_search chooses it and fits");
}

TEST_CASE("a search finds vectors that are no training output, and says how it fared") {
  const Data d;
  const auto kde =
      models::kde(kernel<kernels::GaussianKernel>(1.0), kernel<kernels::GaussianKernel>(2.0),
                  {.ridges = {0.05}, .decoder = decoders::fixed_point_decoder(decoders::Start::nearest)});
  const Predictions<Vectors> found = kde.fit(d.X, d.Y).predict(d.new_X);
  CHECK(found.outputs.n_rows == 9);
  CHECK(arma::accu(found.diagnostics.at("converged")) == 9.0);
  for (arma::uword i = 0; i < 9; ++i) {
    CHECK(arma::min(arma::sum(arma::square(d.Y.each_row() - found.outputs.row(i)), 1)) > 0.0);
  }
  const auto linear = models::kde(kernel<kernels::GaussianKernel>(1.0), kernel<kernels::LinearKernel>(),
                                  {.decoder = decoders::fixed_point_decoder(decoders::Start::nearest)});
  CHECK(thrown_message<std::invalid_argument>([&] { linear.fit(d.X, d.Y); }) ==
        "decoder fixed_point needs a Gaussian output kernel on vectors");
  const auto observed =
      models::kde(kernel<kernels::GaussianKernel>(1.0), kernel<kernels::GaussianKernel>(2.0),
                  {.decoder = decoders::fixed_point_decoder(decoders::Start::observed)});
  CHECK_THROWS_AS(observed.fit(d.X, d.Y), std::invalid_argument);  // no output was observed
}

TEST_CASE("inputs and outputs of any kind: classes from strings, strings from vectors") {
  const kernels::Strings words = {"aaab", "aaba", "abaa", "ccdc", "cddc", "dcdc"};
  const kernels::Labels classes = {7, 7, 7, -2, -2, -2};
  const auto strings = kernel<kernels::SubsequenceKernel>(2, 0.5, kernels::SubsequenceAlgorithm::features);
  const auto classify = models::kde(strings, kernel<kernels::ClassKernel>(), {.ridges = {0.01}});
  CHECK(classify.fit(words, classes).predict({"baaa", "dddc", "aaab"}).outputs == kernels::Labels{7, -2, 7});

  const arma::mat X = {{1.0, 0.0}, {0.9, 0.1}, {0.8, 0.0}, {0.0, 1.0}, {0.1, 0.9}, {0.0, 0.7}};
  const auto write = models::kde(kernel<kernels::GaussianKernel>(0.2), strings, {.ridges = {1e-6}});
  const kernels::Strings written = write.fit(X, words).predict(X).outputs;
  CHECK(written == words);
  // A string shorter than the subsequences is at the origin, as others are: never a pre-image.
  const kernels::Strings with_short = {"aaab", "a", "abaa", "ccdc", "cddc", "dcdc"};
  CHECK(write.fit(X, with_short).predict(X).outputs[1] != "a");
}

TEST_CASE("a model that was saved and loaded predicts the same, to the bit; another method refuses it") {
  const Data d;
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "m.pim";
  const auto kde = models::kde(kernel<kernels::GaussianKernel>(1.3), kernel<kernels::GaussianKernel>(0.7),
                               {.cut = {.count = 5, .above_fraction = {}},
                                .decoder = decoders::fixed_point_decoder(decoders::Start::nearest, {})});
  const auto model = kde.fit(d.X, d.Y);
  model.save(path);
  CHECK(is_close(kde.load(path).predict(d.new_X).outputs, model.predict(d.new_X).outputs, 0.0));
  const auto all = models::kde(kernel<kernels::GaussianKernel>(1.3), kernel<kernels::LinearKernel>(), {});
  CHECK(thrown_message<DataError>([&] { all.load(path); })
            .starts_with(
                "the model was saved with method kernel dependency estimation(map = ridge, directions = 5, "
                "centred, decoder = fixed_point(start = nearest,"));
  CHECK(model.predict(arma::mat(0, 3)).outputs.n_rows == 0);
}

TEST_CASE("arrays of another shape or with other numbers are refused when a model is loaded") {
  const Data d;
  kernels::Labels labels;
  for (arma::uword i = 0; i < 40; ++i) labels.push_back(static_cast<int>(i % 3));
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "m.pim";
  int tried = 0, refused = 0;
  const auto is_equal = [](const auto& a, const auto& b) {
    if constexpr (std::is_same_v<std::decay_t<decltype(a)>, arma::mat>)
      return arma::approx_equal(a, b, "absdiff", 0.0);
    else
      return a == b;
  };
  const auto attack = [&](const auto& estimator, const auto& outputs) {
    const auto model = estimator.fit(d.X, outputs);
    const auto expected = model.predict(d.new_X).outputs;
    model.save(path);
    const ModelFile sound = read_model_file(path);
    for (const auto& entry : sound.arrays) {
      const std::string& name = entry.first;
      if (!name.starts_with("fit/")) continue;
      const auto& array = std::get<arma::mat>(entry.second);
      arma::mat wider = arma::join_rows(array, array), nan = array;
      nan(0) = arma::datum::nan;
      for (const arma::mat& other :
           {wider, arma::mat(arma::join_cols(array, array)), nan, arma::mat(arma::mat(0, 0)),
            arma::mat(array.head_rows(array.n_rows - 1))}) {
        CAPTURE(name);
        CAPTURE(other.n_rows);
        CAPTURE(other.n_cols);
        ModelFile changed = sound;
        changed.arrays[name] = other;
        write_model_file(path, changed);
        bool is_refused = false;
        try {
          const auto found = estimator.load(path).predict(d.new_X).outputs;
          CHECK(is_equal(found, expected));  // an array that this model does not look at
        } catch (const DataError&) {
          is_refused = true;
        }
        refused += is_refused;
        ++tried;
      }
    }
  };
  const auto gaussian = kernels::gaussian(1.3);
  attack(models::kde(gaussian, kernels::gaussian(0.7), {}), d.Y);
  attack(models::kde(gaussian, kernels::linear(), {.cut = {.count = 2, .above_fraction = {}}}), d.Y);
  attack(models::kde(gaussian, kernels::gaussian(0.7), {.map = KdeOptions::Map::support_vector_regression}),
         d.Y);
  attack(models::kde(gaussian, kernels::ClassKernel(), {}), labels);
  attack(models::one_vs_rest_svm(gaussian, {}), labels);
  attack(
      models::sketched_kde(gaussian, kernels::linear(),
                           {.landmarks = regression::LandmarkChoice{regression::LandmarkRule::kmeans, 7, 1}}),
      d.Y);
  CHECK(tried >= 35);
  CHECK(refused >= tried - 5);
}

TEST_CASE("a model that is kept is solved for, and predicts what the inverse does up to rounding") {
  const Data d;
  kernels::Labels labels;
  for (arma::uword i = 0; i < 40; ++i) labels.push_back(static_cast<int>(i % 3));
  const auto input = kernel<kernels::GaussianKernel>(1.3);
  const samples::DataSet training{
      outputs::with_input_kernel<Vectors>(input, d.X),
      outputs::with_output_kernel<kernels::Labels>(kernel<kernels::ClassKernel>(), labels)};
  const samples::SampleSet new_inputs = outputs::with_input_kernel<Vectors>(input, d.new_X);
  for (const bool has_bandwidths : {false, true}) {
    KdeOptions options{.ridges = {0.1}};
    if (has_bandwidths) options.bandwidths = kernels::BandwidthGrid({0.5});
    const MethodPtr method = kde_method(options);
    const auto solved = method->fit(0, training, regression::KeptArrays::recording())->predict(new_inputs);
    const auto inverted = method->fit(0, training)->predict(new_inputs);
    CHECK(is_close(solved.scores.value().values, inverted.scores.value().values, 1e-10));
    CHECK(arma::all(std::get<outputs::Chosen>(solved.value).samples ==
                    std::get<outputs::Chosen>(inverted.value).samples));
  }
}

TEST_CASE("as many outputs as inputs, at least one") {
  const Data d;
  const auto kde = models::kde(kernel<kernels::LinearKernel>(), kernel<kernels::LinearKernel>());
  CHECK(thrown_message<std::invalid_argument>([&] { kde.fit(d.X, d.Y.rows(0, 3)); }) ==
        "40 inputs and 4 outputs, expected as many, at least one");
  CHECK_THROWS_AS(kde.fit(arma::mat(0, 3), arma::mat(0, 2)), std::invalid_argument);
}

TEST_CASE("a ridge below the digits of the Gram matrix is a note on each prediction") {
  const arma::mat X = gaussian_matrix(100, 4, 21), new_X = gaussian_matrix(7, 4, 22);
  const arma::mat Y = X * arma::vec{1.0, -1.0, 0.5, 2.0} + 0.1 * gaussian_matrix(100, 1, 23);
  for (const double ridge : {1e-12, 1e-3}) {
    CAPTURE(ridge);
    const auto kde = models::kde(kernel<kernels::LinearKernel>(), kernel<kernels::LinearKernel>(),
                                 {.ridges = {ridge}, .decoder = decoders::closed_form_decoder()});
    const auto found = kde.fit(X, Y).predict(new_X);
    CHECK(found.diagnostics.contains("ill_conditioned") == (ridge == 1e-12));
    CHECK(found.notes.empty() == (ridge == 1e-3));
    if (ridge == 1e-12) CHECK(found.diagnostics.at("ill_conditioned").n_elem == 7);
  }
}

TEST_CASE(
    "grids without a value, and values that a method does not take, are refused when the method is made") {
  CHECK(thrown_message<std::invalid_argument>([] {
          kde_method({.ridges = {0.1, -1e-3}});
        }) == "ridge: -0.001, expected >= 0");
  CHECK(thrown_message<std::invalid_argument>([] { kde_method({.ridges = {}}); }) == "ridge: no value");
  CHECK(thrown_message<std::invalid_argument>([] { kde_method({.ridges = {arma::datum::nan}}); }) ==
        "ridge: nan, expected >= 0");
  CHECK(thrown_message<std::invalid_argument>([] {
          nearest_neighbour_method({.ks = {0, 3}});
        }) == "k: 0, expected >= 1");
  CHECK(thrown_message<std::invalid_argument>([] { nearest_neighbour_method({.ks = {}}); }) == "k: no value");
}

TEST_CASE(
    "one matrix is singular, or regular, to fits, panels, folds, landmarks and models, in the same words") {
  const arma::mat X = arma::linspace(0.0, 1.0, 40), Y = gaussian_matrix(40, 2, 13);
  const auto gaussian = kernel<kernels::GaussianKernel>(2.0);
  const arma::mat K = gaussian->gram(X);
  const std::string words = " is not positive definite to working precision; raise the ridge";
  const auto all = regression::LandmarkChoice{regression::LandmarkRule::uniform, 40, 1};
  for (const double ridge : {0.0, 1e-15, 1e-8}) {
    const std::string of_ridge = "input Gram matrix + " + fmt::format("{} I", ridge);
    const auto check = [&](const std::string& way, const std::string& named,
                           const std::function<void()>& solve) {
      CAPTURE(way + fmt::format(", ridge {}", ridge));
      CHECK(thrown_message<NumericalError>(solve) == (ridge < 1e-8 ? named + words : "(nothing was thrown)"));
    };
    using regression::RidgeForm;
    check("inverse", of_ridge, [&] { regression::ridge_dual_operator(K, RidgeForm::plain, ridge); });
    check("squared", fmt::format("K'K + {} I", ridge * ridge),
          [&] { regression::ridge_dual_operator(K, RidgeForm::squared, ridge * ridge); });
    check("fit", of_ridge, [&] { regression::fit_ridge(kernels::Gram(K), Y, ridge); });
    linalg::PanelOptions narrow;
    narrow.width = 8;
    check("panels", of_ridge, [&] { regression::fit_ridge(kernels::Gram(K), Y, ridge, narrow); });
    check("folds", of_ridge, [&] { regression::HeldOutRidge(K, Y, {20, 20}).predictions(ridge); });
    // More landmarks than samples; those that depend on others are dropped, and are no reason.
    check("landmarks", fmt::format("normal equations of the landmarks + {} I", 0.01 * ridge), [&] {
      regression::LandmarkNormalEquations equations(arma::eye(40, 40), 20, 2, 0.01 * ridge);
      equations.add(gaussian_matrix(20, 40, 14), Y.head_rows(20));
      std::move(equations).solved().coefficients(0.01 * ridge);
    });
    check("model", of_ridge,
          [&] { kde(gaussian, kernel<kernels::LinearKernel>(), {.ridges = {ridge}}).fit(X, Y); });
    check("model of weights", of_ridge,
          [&] { kde(gaussian, kernel<kernels::GaussianKernel>(1.0), {.ridges = {ridge}}).fit(X, Y); });
    check("model of landmarks", of_ridge, [&] {
      sketched_kde(gaussian, kernel<kernels::LinearKernel>(), {.ridges = {ridge}, .landmarks = all})
          .fit(X, Y);
    });
  }
}

}  // namespace preimage::models
