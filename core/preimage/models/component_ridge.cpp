#include "preimage/models/component_ridge.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/lazy.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::models {

namespace {

/// The input kernels that there are to choose from.
std::vector<kernels::Points> input_points(const samples::SampleSet& inputs) {
  if (!inputs.has<kernels::KernelChoices>()) return {kernels::points_of(inputs)};
  std::vector<kernels::Points> result;
  for (const auto& choice : inputs.get<kernels::KernelChoices>().kernels) result.push_back(choice.points);
  return result;
}

constexpr double kRounding = 1e-12;  // of an error

/// Of every output feature, by the best kernel and ridge so far.
struct Best {
  arma::rowvec loss;           // leave-one-out
  arma::mat fitted, held_out;  // of the training samples
  /// A kernel and ridge that was the best so far for some features; later maps stand above earlier ones.
  struct Map {
    std::size_t kernel;
    arma::mat dual_operator;
    arma::uvec features;
  };
  std::vector<Map> maps;
  double rcond = 1.0;  // the smallest of any map
};

void try_kernel(std::size_t kernel, const arma::mat& K, const std::vector<double>& ridges, const arma::mat& F,
                Best& best) {
  const linalg::SymmetricMatrix gram = regression::input_gram_matrix(K);
  for (const double ridge : ridges) {
    double rcond = 1.0;
    const arma::mat G = regression::ridge_dual_operator(gram, regression::RidgeForm::plain, ridge, &rcond);
    const arma::mat held_out = regression::leave_one_out_weights(G, true) * F;
    const arma::rowvec loss = arma::sum(arma::square(F - held_out), 0);
    if (!loss.is_finite())
      throw NumericalError(fmt::format(
          "component_ridge: the leave-one-out error of output feature {} at ridge {} is not finite",
          arma::find_nonfinite(loss).eval().front(), ridge));
    // Of errors that rounding does not tell apart the first.
    const arma::uvec better = arma::find(loss < best.loss * (1.0 - kRounding));
    if (better.is_empty()) continue;
    best.loss.elem(better) = loss.elem(better);
    best.held_out.cols(better) = held_out.cols(better);
    best.fitted.cols(better) = regression::with_centred_outputs(K * G) * F.cols(better);
    best.maps.push_back({kernel, G, better});
    best.rcond = std::min(best.rcond, rcond);
  }
}

/// Both the maps and the predictions for the training samples, which some decoders ask for.
Best kept_best(const regression::KeptArrays& kept, std::size_t n_kernels, const arma::mat& F,
               const std::function<Best()>& search) {
  const base::Lazy<Best> found(search);
  const regression::Shape shape{F.n_rows, F.n_cols};
  Best best{{},
            kept.keep("fitted", shape, [&] { return found->fitted; }),
            kept.keep("held_out", shape, [&] { return found->held_out; }),
            {}};
  const arma::uvec kernels = kept.keep_positions("maps.kernels", n_kernels, [&] {
    arma::uvec numbers(found->maps.size());
    for (arma::uword i = 0; i < numbers.n_elem; ++i) numbers(i) = found->maps[i].kernel;
    return numbers;
  });
  for (arma::uword i = 0; i < kernels.n_elem; ++i) {
    const std::string name = fmt::format("maps.{}.", i);
    best.maps.push_back(
        {kernels(i),
         kept.keep(name + "dual_operator", {F.n_rows, F.n_rows},
                   [&] { return found->maps[i].dual_operator; }),
         kept.keep_positions(name + "features", F.n_cols, [&] { return found->maps[i].features; })});
  }
  if (!kept.is_loading()) best.rcond = found->rcond;
  return best;
}

}  // namespace

ComponentRidgeMethod::ComponentRidgeMethod(ComponentRidgeOptions options) : options_(std::move(options)) {
  require_grid(options_.ridges, "ridge", 0.0, false);
  std::sort(options_.ridges.begin(), options_.ridges.end(), std::greater<>());
  if (!options_.decoder.takes_features)
    throw std::invalid_argument("a decoder that does not take explicit output features");
}

void ComponentRidgeMethod::require(const samples::DataSet& data) const {
  input_points(data.inputs);
  if (!data.outputs.has<outputs::ExplicitFeatures>())
    throw std::invalid_argument("method component_ridge needs outputs with explicit features");
  options_.decoder.require(data);
}

FittedPtr ComponentRidgeMethod::fit(std::size_t /*g*/, const samples::DataSet& training,
                                    const regression::KeptArrays& kept) const {
  const arma::mat F = training.outputs.get<outputs::ExplicitFeatures>().values;
  const std::vector<kernels::Points> x = input_points(training.inputs);
  const Best best = kept_best(kept, x.size(), F, [&] {
    Best found{arma::rowvec(F.n_cols, arma::fill::value(arma::datum::inf)), F, F, {}};
    for (std::size_t k = 0; k < x.size(); ++k)
      try_kernel(k, x[k].cross_gram(x[k]), options_.ridges, F, found);
    return found;
  });
  decoders::FeaturePrediction prediction{outputs::Features{}};
  if (options_.decoder.fitted != decoders::TrainingPredictions::none) {
    const bool to_all = options_.decoder.fitted == decoders::TrainingPredictions::in_sample;
    prediction.fitted = outputs::Features{to_all ? best.fitted : best.held_out};
  }
  const auto space = std::make_shared<const outputs::TrainingOutputs>(
      training.outputs, outputs::ComponentCut(), outputs::Centring::training_mean, kept);
  const std::shared_ptr<const decoders::Decoder> decoder = options_.decoder.bind(training.inputs, space);
  return fitted([=, maps = best.maps, notes = FitNotes{best.rcond, ""}](const samples::SampleSet& inputs) {
    const std::vector<kernels::Points> new_x = input_points(inputs);
    arma::mat predicted(inputs.size(), F.n_cols);
    std::map<std::size_t, arma::mat> K_test_train;  // by kernel
    for (const auto& [k, dual_operator, features] : maps) {
      if (!K_test_train.contains(k)) K_test_train[k] = new_x[k].cross_gram(x[k]);
      predicted.cols(features) =
          regression::with_centred_outputs(K_test_train[k] * dual_operator) * F.cols(features);
    }
    decoders::FeaturePrediction points = prediction;
    points.points = outputs::Features{std::move(predicted)};
    return notes.said_of(decoder->decode(points, inputs), inputs.size());
  });
}

}  // namespace preimage::models
