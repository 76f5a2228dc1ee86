#include "preimage/models/component_ridge.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/lazy.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/ridge_rounding.hpp"

namespace preimage::models {

namespace {

/// The input kernels that there are to choose from.
std::vector<kernels::Points> input_points(const samples::SampleSet& inputs) {
  if (!inputs.has<kernels::KernelChoices>()) return {kernels::points_of(inputs)};
  return base::collect(inputs.get<kernels::KernelChoices>().kernels, &kernels::KernelChoice::points);
}

/// Of every output feature, by the best kernel and ridge.
struct Best {
  arma::mat fitted, held_out;  // of the training samples
  /// A kernel and ridge that is the best for some features.
  struct Map {
    std::size_t kernel = 0;
    arma::mat dual_operator;
    arma::uvec features;
  };
  std::vector<Map> maps;
  regression::FitQuality quality = {};  // with the smallest rcond of any map
};

/// Leave-one-out squared errors of one kernel and ridge, and how far rounding may have moved them.
struct Losses {
  arma::rowvec values, errors;  // one per output feature
};

Losses leave_one_out_losses(const arma::mat& K, const arma::mat& G, double ridge, const arma::mat& F) {
  const arma::mat weights = regression::leave_one_out_weights(G, true);
  const arma::mat residuals = F - weights * F;
  const arma::rowvec values = arma::sum(arma::square(residuals), 0);
  if (!values.is_finite())
    throw NumericalError(
        fmt::format("component_ridge: the leave-one-out error of output feature {} at ridge {} is not finite",
                    arma::find_nonfinite(values).eval().front(), ridge));
  // A residual is known to the rounding of its sum, and to what that of the solution adds
  // (regression/ridge_rounding.hpp).
  const arma::vec root_diagonal = arma::sqrt(K.diag() + ridge);
  const arma::vec reach = root_diagonal + regression::row_lengths(weights.each_row() % root_diagonal.t());
  const arma::mat solution = (G * (F.each_row() - arma::mean(F, 0))).eval().each_col() % root_diagonal;
  const arma::vec terms = 1.0 + arma::sum(arma::abs(weights), 1);
  arma::rowvec errors(F.n_cols);
  for (arma::uword u = 0; u < F.n_cols; ++u) {
    const arma::vec known = base::kRoundingOfSums * arma::abs(F.col(u)).max() * terms +
                            regression::kRoundingOfRidge * arma::norm(solution.col(u)) * reach;
    errors(u) = arma::dot(2.0 * arma::abs(residuals.col(u)) + known, known);
  }
  return {values, errors};
}

Best search(const std::vector<kernels::Points>& x, const std::vector<double>& ridges, const arma::mat& F) {
  const std::size_t n_ridges = ridges.size();
  arma::mat losses(x.size() * n_ridges, F.n_cols), errors = losses;  // kernel by kernel
  for (std::size_t k = 0; k < x.size(); ++k) {
    const linalg::SymmetricMatrix gram = regression::input_gram_matrix(x[k].cross_gram(x[k]));
    for (std::size_t r = 0; r < n_ridges; ++r) {
      const arma::mat G = regression::ridge_dual_operator(gram, regression::RidgeForm::plain, ridges[r]);
      const Losses found = leave_one_out_losses(gram.values(), G, ridges[r], F);
      losses.row(k * n_ridges + r) = found.values;
      errors.row(k * n_ridges + r) = found.errors;
    }
  }
  std::map<std::size_t, std::vector<arma::uword>> features;  // by the row that is best for them
  for (arma::uword u = 0; u < F.n_cols; ++u)
    features[base::first_smallest({losses.colptr(u), losses.n_rows}, {errors.colptr(u), errors.n_rows})]
        .push_back(u);
  Best best{F, F, {}};
  for (const auto& [row, own] : features) {
    const kernels::Points& points = x[row / n_ridges];
    const linalg::SymmetricMatrix gram = regression::input_gram_matrix(points.cross_gram(points));
    double rcond = 1.0;
    const arma::mat G =
        regression::ridge_dual_operator(gram, regression::RidgeForm::plain, ridges[row % n_ridges], &rcond);
    const arma::uvec columns(own);
    best.held_out.cols(columns) = regression::leave_one_out_weights(G, true) * F.cols(columns);
    best.fitted.cols(columns) = regression::with_centred_outputs(gram.values() * G) * F.cols(columns);
    best.maps.push_back({row / n_ridges, G, columns});
    best.quality.rcond = std::min(best.quality.rcond, rcond);
  }
  return best;
}

/// Both the maps and the predictions for the training samples, which some decoders ask for.
Best kept_best(const regression::KeptArrays& kept, std::size_t n_kernels, const arma::mat& F,
               const std::function<Best()>& search) {
  Best best = kept.is_loading() ? Best() : search();
  kept.field("fitted", {F.n_rows, F.n_cols}, best.fitted);
  kept.field("held_out", {F.n_rows, F.n_cols}, best.held_out);
  arma::uvec kernels(best.maps.size());
  for (arma::uword i = 0; i < kernels.n_elem; ++i) kernels(i) = best.maps[i].kernel;
  kept.field("maps.kernels", n_kernels, kernels);
  best.maps.resize(kernels.n_elem);
  for (arma::uword i = 0; i < kernels.n_elem; ++i) {
    Best::Map& map = best.maps[i];
    map.kernel = kernels(i);
    kept.field(fmt::format("maps.{}.dual_operator", i), {F.n_rows, F.n_rows}, map.dual_operator);
    kept.field(fmt::format("maps.{}.features", i), F.n_cols, map.features);
  }
  kept.field(best.quality);
  return best;
}

}  // namespace

MethodPtr component_ridge_method(ComponentRidgeOptions options) {
  sort_grid(options.ridges, std::greater<>(), "ridge", 0.0, false);
  if (!options.decoder.takes_features)
    throw std::invalid_argument("a decoder that does not take explicit output features");
  return method_without_grid(
      [options](const samples::DataSet& data) {
        input_points(data.inputs);
        if (!data.outputs.has<outputs::ExplicitFeatures>())
          throw std::invalid_argument(
              std::string("method component_ridge needs outputs with explicit features") +
              (data.outputs.has<kernels::Strings>() ? outputs::kHowStringsAreCounted : ""));
        options.decoder.require(data);
      },
      [options](const samples::DataSet& training, const regression::KeptArrays& kept) {
        const arma::mat F = training.outputs.get<outputs::ExplicitFeatures>().values;
        const std::vector<kernels::Points> x = input_points(training.inputs);
        const Best best = kept_best(kept, x.size(), F, [&] { return search(x, options.ridges, F); });
        decoders::FeaturePrediction prediction{outputs::Features{}};
        if (options.decoder.fitted != decoders::TrainingPredictions::none) {
          const bool to_all = options.decoder.fitted == decoders::TrainingPredictions::in_sample;
          prediction.fitted = outputs::Features{to_all ? best.fitted : best.held_out};
        }
        const auto space = std::make_shared<const outputs::TrainingOutputs>(
            training.outputs, outputs::ComponentCut(), outputs::Centring::training_mean, kept);
        const std::shared_ptr<const decoders::Decoder> decoder = options.decoder.bind(training.inputs, space);
        return fitted(
            [=, maps = best.maps, notes = FitNotes{best.quality}](const samples::SampleSet& inputs) {
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
              return notes.with_notes(decoder->decode(points, inputs), inputs.size());
            });
      });
}

}  // namespace preimage::models
