#include "preimage/models/kernel_dependency_estimation.hpp"

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "preimage/base/available_memory.hpp"
#include "preimage/base/lazy.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::models {

using decoders::TrainingPredictions;
using regression::RidgeForm;

namespace {

constexpr regression::BlockShape kLargeBlock{1024, 1024};  // of K_test_train: 8 MiB, few gathers of long rows

/// F - mean F.  Requires explicit features.
arma::mat centred_features(const outputs::TrainingOutputs& outputs) {
  const arma::mat& F = *outputs.features();
  return F.each_row() - arma::mean(F, 0);
}

/// What a fit computes, from kernel values between inputs to points in the output feature space.
///     [TR-098, sec. 3 step 2]
enum class Route {
  support_vectors,   // a regression function per principal direction of the training outputs
  dual_operator,     // S of a ridge: c(x) = K_test_train S
  features,          // coefficients of explicit features, which a Cholesky factorisation finds
  squared_features,  // the same of the squared ridge, S (F - mean F)
};

/// Explicit features are predicted where the decoder takes them and they have fewer columns than there are
/// training samples: O(t m q) instead of O(t m^2).
Route route_of(const KdeOptions& options, const outputs::TrainingOutputs& outputs) {
  if (options.map != KdeOptions::Map::ridge) return Route::support_vectors;
  const bool takes_features = options.decoder.fitted == TrainingPredictions::none &&
                              outputs.keeps_all_directions() && outputs.are_centred() &&
                              options.decoder.takes_features_of(outputs);
  const arma::mat* F = takes_features ? outputs.features() : nullptr;
  if (F == nullptr || F->n_cols >= outputs.size()) return Route::dual_operator;
  return options.form == RidgeForm::plain ? Route::features : Route::squared_features;
}

/// Steps 1 and 2 of kernel dependency estimation on Gram matrices, by one of these routes.
class KdeMap {
 public:
  /// dual_operator  m x m, of regression::ridge_dual_operator or SquaredRidgePath
  /// rounding       of predictions by it
  /// route          dual_operator or squared_features
  static KdeMap ridge(base::Lazy<arma::mat> dual_operator, double rcond, regression::RidgeRounding rounding,
                      const outputs::TrainingOutputs& outputs, Route route) {
    Ridge map{std::move(dual_operator), std::nullopt, {}};
    if (route == Route::squared_features) {
      const arma::mat F = centred_features(outputs);
      map.mean = arma::mean(*outputs.features(), 0);
      map.coefficients = *map.dual_operator * F;
      const double spread = arma::norm(F, "fro") / std::sqrt(static_cast<double>(F.n_rows));
      rounding = {
          base::Lazy<arma::mat>([own = rounding.columns, spread] { return arma::mat(spread * *own); })};
    }
    KdeMap result{std::move(map), outputs.are_centred()};
    result.rounding_ = std::move(rounding);
    result.quality_.rcond = rcond;
    return result;
  }

  /// Of Route::features.
  /// fit  its coefficients m x q, (K + ridge I)^-1 (F - mean F)
  static KdeMap of_features(regression::RidgeFit fit, const outputs::TrainingOutputs& outputs) {
    KdeMap map{Ridge{base::Lazy<arma::mat>(arma::mat()), std::move(fit.coefficients),
                     arma::mean(*outputs.features(), 0)},
               outputs.are_centred()};
    map.rounding_ = std::move(fit.rounding);
    map.quality_.rcond = fit.rcond;
    return map;
  }

  /// K  m x m;  throws NumericalError
  static KdeMap support_vectors(const arma::mat& K, const outputs::TrainingOutputs& outputs,
                                const regression::SupportVectorRegressionOptions& options) {
    KdeMap map{regression::support_vector_regression(K, outputs.pca().coordinates(), {options}).front(),
               outputs.are_centred()};
    map.quality_ = regression::quality_of(std::get<regression::DualFunctions>(map.map_));
    return map;
  }

  /// The map that `fit` gives, with its arrays kept: the dual operator, or the coefficients of explicit
  /// features, and their rounding; or the functions.
  static KdeMap keep(const regression::KeptArrays& kept, const outputs::TrainingOutputs& outputs, Route route,
                     const std::function<KdeMap()>& fit) {
    const arma::uword m = outputs.size();
    KdeMap map = kept.is_loading() ? KdeMap(regression::DualFunctions(), outputs.are_centred()) : fit();
    if (route == Route::support_vectors) {
      map.quality_ = regression::keep_functions(kept, m, outputs.pca().coordinates().n_cols,
                                                std::get<regression::DualFunctions>(map.map_));
      return map;
    }
    if (kept.is_loading()) map.map_ = Ridge();
    Ridge& ridge = std::get<Ridge>(map.map_);
    // Models older than 0.1 hold the dual operator where a decoder takes vectors.
    if (route == Route::dual_operator || (kept.is_loading() && kept.has("dual_operator"))) {
      kept.field("dual_operator", {m, m}, ridge.dual_operator);
    } else {
      if (kept.is_loading()) ridge.coefficients.emplace();
      kept.field("coefficients", {m, outputs.features()->n_cols}, *ridge.coefficients);
      ridge.mean = arma::mean(*outputs.features(), 0);
    }
    kept.field(map.quality_);
    if (kept.has("rounding"))
      kept.field("rounding", {m, regression::kRoundingColumns}, map.rounding_.columns);
    return map;
  }

  /// K_test_train  t x m, rows = test samples;  t points
  outputs::FeaturePoints operator()(const base::Lazy<arma::mat>& K_test_train) const {
    if (const auto* functions = std::get_if<regression::DualFunctions>(&map_))
      return outputs::Coordinates{regression::evaluate(*functions, *K_test_train)};
    const Ridge& map = std::get<Ridge>(map_);
    if (!map.coefficients) {
      const base::Lazy<arma::mat> weights(*K_test_train * *map.dual_operator);
      return outputs::Weights{*weights, rounding_.of(K_test_train, weights)};
    }
    arma::mat predicted = *K_test_train * *map.coefficients;
    predicted.each_row() += map.mean;
    return outputs::Features{std::move(predicted), rounding_.of(K_test_train)};
  }

  /// Whether the map is no more than coefficients of explicit features, so that points come block by block.
  bool has_blocks() const {
    return std::holds_alternative<Ridge>(map_) && std::get<Ridge>(map_).coefficients.has_value();
  }
  /// The same from blocks of K_test_train, which never exists as a whole. Requires has_blocks.
  /// threads  that ask for blocks; no bit depends on their number
  outputs::FeaturePoints by_blocks(const kernels::Gram& K_test_train, std::size_t threads) const {
    const Ridge& map = std::get<Ridge>(map_);
    const arma::uword q = map.coefficients->n_cols;
    const arma::mat both = regression::predict_by_blocks(
        K_test_train, arma::join_rows(*map.coefficients, *rounding_.columns), kLargeBlock, threads);
    outputs::Features predicted{both.head_cols(q)};
    if (!predicted.values.is_empty()) predicted.values.each_row() += map.mean;
    if (both.n_cols > q) predicted.rounding = {regression::rounding_errors(both.tail_cols(both.n_cols - q))};
    return predicted;
  }

  /// What is to be said of predictions.
  FitNotes notes() const {
    return {quality_, regression::not_converged(quality_, "support vector regression")};
  }

  /// The points of the training samples, each by the map fitted to the others. Requires the plain ridge.
  outputs::FeaturePoints held_out() const {
    return outputs::Weights{
        regression::leave_one_out_weights(*std::get<Ridge>(map_).dual_operator, are_centred_)};
  }

 private:
  struct Ridge {
    base::Lazy<arma::mat> dual_operator{arma::mat()};
    std::optional<arma::mat> coefficients;  // m x q, of explicit features
    arma::rowvec mean;                      // of the training outputs' features
  };
  KdeMap(std::variant<Ridge, regression::DualFunctions> map, bool are_centred)
      : map_(std::move(map)), are_centred_(are_centred) {}

  std::variant<Ridge, regression::DualFunctions> map_;
  bool are_centred_;  // the outputs
  regression::RidgeRounding
      rounding_;  // of a ridge; not known of support vectors, and of models kept before 0.2
  regression::FitQuality quality_;
};

constexpr std::uint64_t kDenseMatrices = 3;   // at a time: distances, Gram matrix, and its inverse or factor
constexpr std::uint64_t kFactorMatrices = 2;  // where the factor takes the Gram matrix's memory

class KdeMethod final : public Method {
 public:
  explicit KdeMethod(KdeOptions options)
      : Method(under_each_bandwidth(options.bandwidths, options.map == KdeOptions::Map::ridge
                                                            ? grid_of("ridge", options.ridges)
                                                            : Grid(1))),
        options_(std::move(options)) {
    if (options_.decoder.fitted == TrainingPredictions::leave_one_out &&
        !(options_.map == KdeOptions::Map::ridge && options_.form == RidgeForm::plain))
      throw std::invalid_argument("leave-one-out predictions need the plain ridge");
  }

  void require(const samples::DataSet& data) const override {
    kernels::points_of(data.inputs);
    kernels::points_of(data.outputs);
    options_.decoder.require(data);
  }
  std::string description() const override {
    const std::string map =
        options_.map == KdeOptions::Map::ridge
            ? std::string(options_.form == regression::RidgeForm::plain ? "ridge" : "squared ridge")
            : fmt::format("support vector regression(C = {}, epsilon = {})", options_.regression.C,
                          options_.regression.epsilon);
    return fmt::format("kernel dependency estimation(map = {}, {})", map,
                       described(options_.cut, options_.centring, options_.decoder));
  }
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept) const override {
    const kernels::BandwidthGrid::Place at = options_.bandwidths.at(g);
    const Bound bound = bind(training, kept);
    const kernels::Points x = kernels::points_of(training.inputs);
    const bool is_large = x.size() > kPanelSamples;
    // Gram blocks that are not cached are computed on demand; those that inner folds have computed are reused.
    const bool is_anew = is_large || kept.is_recording();
    const Route route = route_of(options_, *bound.outputs);
    const base::Lazy<arma::mat> K([&] {
      base::require_memory(kDenseMatrices * sizeof(double) * x.size() * x.size(),
                           fmt::format("the dual operator of {} training samples", x.size()),
                           kept.resources().memory);
      return options_.bandwidths.gram(x, x, at.b).all();
    });
    const auto fit_map = [&] {
      if (route == Route::features)
        return solved_map(g, is_anew ? x.without_held_gram() : x, *bound.outputs, kept.resources());
      std::optional<KdeMap> result;
      for_each_map(*K, *bound.outputs, {options_.ridges[at.point]},
                   [&](std::size_t, KdeMap map) { result.emplace(std::move(map)); });
      return *std::move(result);
    };
    const KdeMap map = KdeMap::keep(kept, *bound.outputs, route, fit_map);
    FitNotes notes = map.notes();
    notes.cut = equal_cut(*bound.outputs);
    return fitted([=, b = at.b, bandwidths = options_.bandwidths, threads = kept.resources().threads,
                   to_training = fitted_points(map, K)](const samples::SampleSet& inputs) {
      if (is_large && map.has_blocks()) {
        const kernels::Gram K_test_train =
            bandwidths.gram(kernels::points_of(inputs).without_held_gram(), x.without_held_gram(), b);
        return notes.with_notes(bound.decoder->decode({map.by_blocks(K_test_train, threads)}, inputs),
                                inputs.size());
      }
      const base::Lazy<arma::mat> K_test_train(bandwidths.gram(kernels::points_of(inputs), x, b).all());
      return notes.with_notes(bound.decoder->decode({map(K_test_train), to_training}, inputs), inputs.size());
    });
  }
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override {
    const Bound bound = bind(training);
    const kernels::Points x = kernels::points_of(training.inputs), new_x = kernels::points_of(inputs);
    for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
      const base::Lazy<arma::mat> K(options_.bandwidths.gram(x, x, b).all());
      const base::Lazy<arma::mat> K_test_train(options_.bandwidths.gram(new_x, x, b).all());
      for_each_map(*K, *bound.outputs, options_.ridges, [&](std::size_t r, const KdeMap& map) {
        sink(options_.bandwidths.number(r, b),
             bound.decoder->decode({map(K_test_train), fitted_points(map, K)}, inputs));
      });
    }
  }
  void predict_held_out(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                        const FoldSink& use) const override {
    if (!has_closed_form()) return Method::predict_held_out(pool, folds, use);
    // Errors of vectors are computed from what does not outlive the call.
    const FoldSink sink = [&](std::size_t fold, std::size_t g, const outputs::Prediction& prediction) {
      if (const auto* found = std::get_if<outputs::NewVectors>(&prediction.value)) *found->errors;
      use(fold, g, prediction);
    };
    arma::uvec blocks;  // the folds' test samples one fold after the other
    for (const samples::Split& fold : folds) blocks = arma::join_cols(blocks, fold.test);
    const bool is_partition = blocks.n_elem == pool.size() && arma::all(arma::diff(arma::sort(blocks)) == 1);
    const bool by_blocks =
        is_partition &&
        route_of(options_, outputs::TrainingOutputs(pool.outputs.subset(folds.front().train), options_.cut,
                                                    options_.centring)) == Route::features;
    base::require_memory(
        (by_blocks ? kFactorMatrices : kDenseMatrices) * sizeof(double) * pool.size() * pool.size(),
        fmt::format("inner folds of {} training samples", pool.size()));
    if (by_blocks) return predict_blocks(pool, folds, blocks, sink);
    std::vector<Bound> bound;
    std::vector<samples::SampleSet> inputs;
    for (const samples::Split& fold : folds) {
      bound.push_back(bind(pool.subset(fold.train)));
      inputs.push_back(pool.inputs.subset(fold.test));
    }
    const kernels::Points x = kernels::points_of(pool.inputs);
    const kernels::Gram shared = x.against(x).with_held_distances();
    for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
      const linalg::SymmetricMatrix K =
          regression::input_gram_matrix(options_.bandwidths.gram(shared, b).all());
      for (std::size_t r = 0; r < options_.ridges.size(); ++r) {
        const double ridge = options_.ridges[r];
        const arma::mat G = regression::ridge_dual_operator(K, RidgeForm::plain, ridge);
        const base::Lazy<arma::vec> lengths([&G] { return regression::row_lengths(G); });
        const arma::vec root_diagonal = arma::sqrt(K.values().diag() + ridge);
        for (std::size_t f = 0; f < folds.size(); ++f) {
          const samples::Split& fold = folds[f];
          const base::Lazy<arma::mat> weights(regression::held_out_weights(G, fold.test, fold.train));
          const auto errors = [&] {
            return regression::held_out_errors(*weights, *lengths, root_diagonal, fold.test, fold.train);
          };
          const regression::Rounding rounding{
              base::Lazy<arma::vec>(regression::held_out_bounds(root_diagonal, ridge, fold.test)),
              base::Lazy<arma::vec>(errors)};
          sink(f, options_.bandwidths.number(r, b),
               bound[f].decoder->decode({outputs::Weights{*weights, rounding}}, inputs[f]));
        }
      }
    }
  }

 private:
  /// The training outputs with the decoder bound to them: what all grid points share.
  struct Bound {
    std::shared_ptr<const outputs::TrainingOutputs> outputs;
    std::shared_ptr<const decoders::Decoder> decoder;
  };
  bool has_closed_form() const {
    return options_.map == KdeOptions::Map::ridge && options_.form == RidgeForm::plain &&
           options_.cut.keeps_all() && options_.decoder.fitted == TrainingPredictions::none;
  }
  /// The map of Route::features.
  /// cost  that of regression::fit_ridge
  KdeMap solved_map(std::size_t g, const kernels::Points& x, const outputs::TrainingOutputs& outputs,
                    const regression::FitResources& resources) const {
    const auto [r, b] = options_.bandwidths.at(g);
    const kernels::Gram K = options_.bandwidths.gram(x, x, b);
    const double ridge = options_.ridges[r];
    const arma::mat Y = centred_features(outputs);
    linalg::PanelOptions panels;
    if (x.size() > kPanelSamples) {
      base::require_memory(regression::ridge_bytes(K.diagonal(), Y.n_cols, ridge),
                           fmt::format("the exact solution for {} training samples", x.size()),
                           resources.memory);
      panels.memory = resources.memory;
      panels.keeper = resources.panels;
      for (const auto& [name, value] : grid()[g]) panels.matrix_words += fmt::format("{} {} ", name, value);
    }
    panels.threads = resources.threads;
    regression::RidgeFit fit = regression::fit_ridge(K, Y, ridge, panels);
    if (resources.route != nullptr) *resources.route = fit.route;
    return KdeMap::of_features(std::move(fit), outputs);
  }
  Bound bind(const samples::DataSet& training, const regression::KeptArrays& kept = {}) const {
    auto space = std::make_shared<const outputs::TrainingOutputs>(training.outputs, options_.cut,
                                                                  options_.centring, kept);
    return {space, options_.decoder.bind(training.inputs, space)};
  }
  /// What the decoder asks for of the training samples.
  std::optional<outputs::FeaturePoints> fitted_points(const KdeMap& map,
                                                      const base::Lazy<arma::mat>& K) const {
    if (options_.decoder.fitted == TrainingPredictions::in_sample) return map(K);
    if (options_.decoder.fitted == TrainingPredictions::leave_one_out) return map.held_out();
    return std::nullopt;
  }
  /// The maps of these ridges, in order. Whatever ridges share (the eigendecomposition) is computed once.
  void for_each_map(const arma::mat& K, const outputs::TrainingOutputs& outputs,
                    const std::vector<double>& ridges,
                    const std::function<void(std::size_t r, KdeMap map)>& use) const {
    const Route route = route_of(options_, outputs);
    if (route == Route::support_vectors)
      return use(0, KdeMap::support_vectors(K, outputs, options_.regression));
    if (route == Route::features) {
      linalg::require_symmetric(K, "input Gram matrix");
      const kernels::Gram gram{K};
      const arma::mat targets = centred_features(outputs);
      for (std::size_t r = 0; r < ridges.size(); ++r) {
        use(r, KdeMap::of_features(regression::fit_ridge(gram, targets, ridges[r]), outputs));
      }
      return;
    }
    const linalg::SymmetricMatrix gram = regression::input_gram_matrix(K);
    std::optional<regression::SquaredRidgePath> path;
    if (options_.form == RidgeForm::squared) path.emplace(gram);
    for (std::size_t r = 0; r < ridges.size(); ++r) {
      double rcond = 1.0;
      const base::Lazy<arma::mat> dual_operator(
          path ? path->smoother(ridges[r], &rcond)
               : regression::ridge_dual_operator(gram, options_.form, ridges[r], &rcond));
      regression::RidgeRounding rounding =
          path ? regression::RidgeRounding{base::Lazy<arma::mat>(path->rounding(ridges[r]))}
               : regression::rounding_of_inverse(dual_operator, arma::sqrt(K.diag() + ridges[r]), ridges[r]);
      use(r, KdeMap::ridge(dual_operator, rcond, std::move(rounding), outputs, route));
    }
  }
  /// The same where the folds' test samples, one fold after the other, are the pool, and the prediction is only
  /// needed in a few output features.
  void predict_blocks(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                      const arma::uvec& blocks, const FoldSink& sink) const {
    std::vector<arma::uword> sizes;
    std::vector<Bound> bound;
    std::vector<samples::SampleSet> inputs;
    for (const samples::Split& fold : folds) {
      sizes.push_back(fold.test.n_elem);
      bound.push_back(bind(pool.subset(fold.train)));
      inputs.push_back(pool.inputs.subset(fold.test));
    }
    const arma::mat F = pool.outputs.get<outputs::ExplicitFeatures>().values.rows(blocks);
    const kernels::Points x = kernels::points_of(pool.inputs).subset(blocks);
    const kernels::Gram shared = x.against(x).with_held_distances();
    for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
      regression::HeldOutRidge held_out(options_.bandwidths.gram(shared, b).all(), F, sizes);
      for (std::size_t r = 0; r < options_.ridges.size(); ++r) {
        std::vector<arma::mat> predictions = held_out.predictions(options_.ridges[r]);
        const std::vector<regression::Rounding> rounding = held_out.rounding();
        for (std::size_t f = 0; f < folds.size(); ++f) {
          const decoders::FeaturePrediction features{
              outputs::Features{std::move(predictions[f]), rounding[f]}};
          sink(f, options_.bandwidths.number(r, b), bound[f].decoder->decode(features, inputs[f]));
        }
      }
    }
  }

  KdeOptions options_;
};

}  // namespace

MethodPtr kde_method(KdeOptions options) {
  if (options.map != KdeOptions::Map::ridge) options.ridges = {0.0};
  sort_grid(options.ridges, std::greater<>(), "ridge", 0.0, true);
  return std::make_unique<const KdeMethod>(std::move(options));
}

std::string described(const outputs::ComponentCut& cut, outputs::Centring centring,
                      const decoders::DecoderRecipe& decoder) {
  std::string kept = cut.keeps_all() ? "all" : "";
  if (cut.count) kept += fmt::format("{}", *cut.count);
  if (cut.above_fraction) kept += fmt::format("{}above {}", cut.count ? ", " : "", *cut.above_fraction);
  return fmt::format("directions = {}, {}, decoder = {}", kept,
                     centring == outputs::Centring::training_mean ? "centred" : "not centred",
                     decoder.description.empty() ? "one of its own" : decoder.description);
}

}  // namespace preimage::models
