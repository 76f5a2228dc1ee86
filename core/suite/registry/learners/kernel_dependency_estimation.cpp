// Kernel dependency estimation as a learner. The steps are the papers' (TR-098, sec. 3): (1) decompose the
// outputs, (2) learn the map, (3) find the pre-image. With the plain ridge and all directions, steps 1 and 2
// reduce to weights over the training outputs, and the inner folds come in closed form from one inverse per
// bandwidth and ridge.
#include <algorithm>
#include <functional>

#include "preimage/base/error.hpp"
#include "preimage/models/kde_map.hpp"
#include "preimage/regression/held_out_ridge.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/support_vectors.hpp"
#include "suite/registry/bandwidth_grid.hpp"
#include "suite/registry/component_cut.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

enum class Map { ridge, support_vector_regression };

struct Options {
  BandwidthGrid bandwidths;
  std::vector<double> ridges;  // descending; for support vector regression {0}
  Map map = Map::ridge;
  regression::RidgeForm form = regression::RidgeForm::plain;
  regression::SupportVectorRegressionOptions regression;
  outputs::ComponentCut cut;
  outputs::Centring centring = outputs::Centring::training_mean;
  ParsedDecoder decoder;
};

class KdeLearner final : public validation::Learner {
 public:
  KdeLearner(const validation::Problem& problem, Options options)
      : problem_(problem), options_(std::move(options)) {}

  std::size_t grid_size() const override { return options_.ridges.size() * options_.bandwidths.size(); }

  validation::Parameters parameters(std::size_t g) const override {
    validation::Parameters result;
    if (const auto sigma = options_.bandwidths.sigma(bandwidth_of(g))) result.emplace_back("sigma", *sigma);
    if (options_.map == Map::ridge) result.emplace_back("ridge", ridge_of(g));
    return result;
  }

  validation::Prediction predict(std::size_t g, const validation::Split& split) const override {
    return fit_and_predict(bandwidth_of(g), split, bind(split.train), {ridge_of(g)},
                           [](std::size_t, const validation::Prediction&) {});
  }

  void predict_grid(const validation::Split& split, const Sink& sink) const override {
    const Bound bound = bind(split.train);
    for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
      fit_and_predict(b, split, bound, options_.ridges,
                      [&](std::size_t r, const validation::Prediction& prediction) {
                        sink(grid_point(r, b), prediction);
                      });
    }
  }

  void predict_folds(const std::vector<validation::Split>& folds, const FoldSink& sink) const override;

 private:
  // Larger ridge first, then larger bandwidth: the order in which equals are preferred.
  std::size_t grid_point(std::size_t r, std::size_t b) const { return r * options_.bandwidths.size() + b; }
  std::size_t bandwidth_of(std::size_t g) const { return g % options_.bandwidths.size(); }
  double ridge_of(std::size_t g) const { return options_.ridges[g / options_.bandwidths.size()]; }

  bool folds_in_closed_form() const {
    return options_.map == Map::ridge && options_.form == regression::RidgeForm::plain &&
           options_.cut.keeps_all() && options_.decoder.factory.fitted == Fitted::none;
  }
  bool is_centred() const { return options_.centring == outputs::Centring::training_mean; }
  /// The prediction for the test samples, and what the decoder asks for of the training samples.
  validation::FeaturePrediction predicted(const models::KdeMap& map, const arma::mat& K_train,
                                          const arma::mat& K_test_train) const {
    validation::FeaturePrediction prediction{map(K_test_train)};
    const Fitted fitted = options_.decoder.factory.fitted;
    if (fitted == Fitted::to_all) prediction.fitted = map(K_train);
    if (fitted == Fitted::to_others) prediction.fitted = map.held_out();
    return prediction;
  }
  /// The training outputs of a split with the decoder bound to them: what all grid points share.
  struct Bound {
    std::shared_ptr<const validation::TrainingOutputs> outputs;
    std::unique_ptr<const Decoder> decoder;
  };
  Bound bind(const validation::Indices& train) const {
    Bound bound{
        std::make_shared<const validation::TrainingOutputs>(problem_, train, options_.cut, options_.centring),
        nullptr};
    bound.decoder = options_.decoder.factory.bind(bound.outputs);
    return bound;
  }
  validation::Prediction fit_and_predict(std::size_t b, const validation::Split& split, const Bound& bound,
                                         const std::vector<double>& ridges, const Sink& sink) const;
  bool predicts_features(arma::uword n_train) const {
    return options_.decoder.factory.takes_features && options_.decoder.factory.fitted == Fitted::none &&
           options_.cut.keeps_all() && is_centred() && problem_.output_features &&
           problem_.output_features->n_cols < n_train;
  }
  void predict_blocks(const std::vector<validation::Split>& folds, const validation::Indices& pool,
                      const FoldSink& sink) const;

  const validation::Problem& problem_;
  Options options_;
};

/// One bandwidth, several ridges: whatever they share (Gram blocks, the eigendecomposition) is computed once.
/// Returns the prediction of the last ridge.
validation::Prediction KdeLearner::fit_and_predict(std::size_t b, const validation::Split& split,
                                                   const Bound& bound, const std::vector<double>& ridges,
                                                   const Sink& sink) const {
  const arma::mat K_train = options_.bandwidths.gram(problem_, b, split.train, split.train);
  const arma::mat K_test_train = options_.bandwidths.gram(problem_, b, split.test, split.train);
  validation::Prediction prediction;
  if (options_.map == Map::support_vector_regression) {  // of each principal direction
    const models::KdeMap map = models::KdeMap::support_vectors(K_train, *bound.outputs, options_.regression);
    prediction = bound.decoder->decode(predicted(map, K_train, K_test_train), split.test);
    sink(0, prediction);
    return prediction;
  }
  std::optional<regression::SquaredRidgePath> path;
  if (options_.form == regression::RidgeForm::squared) path.emplace(K_train);
  const bool may_give_features =
      options_.decoder.factory.takes_features && options_.decoder.factory.fitted == Fitted::none;
  for (std::size_t r = 0; r < ridges.size(); ++r) {
    arma::mat dual_operator =
        path ? path->smoother(ridges[r]) : regression::ridge_dual_operator(K_train, options_.form, ridges[r]);
    const models::KdeMap map =
        models::KdeMap::ridge(std::move(dual_operator), *bound.outputs, may_give_features);
    prediction = bound.decoder->decode(predicted(map, K_train, K_test_train), split.test);
    sink(r, prediction);
  }
  return prediction;
}

void KdeLearner::predict_folds(const std::vector<validation::Split>& folds, const FoldSink& sink) const {
  if (!folds_in_closed_form()) return validation::Learner::predict_folds(folds, sink);
  const validation::Indices pool = arma::sort(arma::join_cols(folds.front().train, folds.front().test));
  std::vector<validation::Split> positions;  // of the folds' samples in the pool
  validation::Indices blocks;                // the folds' test samples one fold after the other
  for (const validation::Split& fold : folds) {
    const validation::Indices cut = arma::sort(arma::join_cols(fold.train, fold.test));
    if (cut.n_elem != pool.n_elem || arma::any(cut != pool)) {
      throw NumericalError("the inner folds do not cut one and the same set of samples");
    }
    const auto position_of = [&](arma::uword sample) {
      return static_cast<arma::uword>(std::lower_bound(pool.begin(), pool.end(), sample) - pool.begin());
    };
    validation::Split split = fold;
    split.train.transform(position_of);
    split.test.transform(position_of);
    positions.push_back(std::move(split));
    blocks = arma::join_cols(blocks, fold.test);
  }
  const bool is_partition = blocks.n_elem == pool.n_elem && arma::all(arma::sort(blocks) == pool);
  if (is_partition && predicts_features(folds.front().train.n_elem)) {
    return predict_blocks(folds, blocks, sink);
  }
  std::vector<Bound> bound;
  for (const validation::Split& fold : folds) bound.push_back(bind(fold.train));
  const arma::mat block = options_.bandwidths.shared_block(problem_, pool, pool);
  for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
    const arma::mat K = options_.bandwidths.gram_of(block, b);
    for (std::size_t r = 0; r < options_.ridges.size(); ++r) {
      const arma::mat G =
          regression::ridge_dual_operator(K, regression::RidgeForm::plain, options_.ridges[r]);
      for (std::size_t f = 0; f < folds.size(); ++f) {
        const arma::mat weights = regression::held_out_weights(G, positions[f].test, positions[f].train);
        sink(f, grid_point(r, b), bound[f].decoder->decode({outputs::Weights{weights}}, folds[f].test));
      }
    }
  }
}

/// The same where the folds' test samples, one fold after the other, are the pool, and the prediction is only
/// needed in a few output features.
void KdeLearner::predict_blocks(const std::vector<validation::Split>& folds, const validation::Indices& pool,
                                const FoldSink& sink) const {
  std::vector<arma::uword> sizes;
  std::vector<Bound> bound;
  for (const validation::Split& fold : folds) {
    sizes.push_back(fold.test.n_elem);
    bound.push_back(bind(fold.train));
  }
  const arma::mat F = problem_.output_features->rows(pool);
  const arma::mat block = options_.bandwidths.shared_block(problem_, pool, pool);
  for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
    const regression::HeldOutRidge held_out(options_.bandwidths.gram_of(block, b), F, sizes);
    for (std::size_t r = 0; r < options_.ridges.size(); ++r) {
      std::vector<arma::mat> predictions = held_out.predictions(options_.ridges[r]);
      for (std::size_t f = 0; f < folds.size(); ++f) {
        const validation::FeaturePrediction features{outputs::Features{std::move(predictions[f])}};
        sink(f, grid_point(r, b), bound[f].decoder->decode(features, folds[f].test));
      }
    }
  }
}

constexpr Choice kMap{"map", "ridge | support_vector_regression", "from inputs to coordinates of the outputs",
                      "ridge"};
constexpr Numbers kRidge{"ridge", config::kNonNegative, "added to the diagonal of K"};
constexpr Choice kRidgeForm{"ridge_form", "plain | squared",
                            "penalty ||w||^2, or ||beta||^2 (TR-098, eq. (6))", "plain"};
constexpr Number kC{"C", config::kPositive, "of support vector regression", 1.0};
constexpr Number kEpsilon{"epsilon", config::kNonNegative, "of support vector regression", 0.01};
constexpr Flag kCentred{"centred", "kernel PCA of the outputs is centred", true};
constexpr Part kDecoder{"decoder", "a decoder", "candidates where it is left out", true};

Options parse_options(const config::Reader& reader) {
  Options options{BandwidthGrid(reader),
                  {0.0},
                  Map::ridge,
                  regression::RidgeForm::plain,
                  {},
                  {},
                  outputs::Centring::training_mean,
                  parse_decoder(reader, kDecoder.name)};
  if (kMap.is(reader, "ridge")) {
    options.ridges = kRidge.read(reader);
    std::sort(options.ridges.begin(), options.ridges.end(), std::greater<>());
    if (kRidgeForm.is(reader, "squared")) {
      options.form = regression::RidgeForm::squared;
    }
  } else {
    options.map = Map::support_vector_regression;
    options.regression.C = kC.read(reader);
    options.regression.epsilon = kEpsilon.read(reader);
  }
  options.cut = parse_component_cut(reader);
  if (!kCentred.read(reader)) options.centring = outputs::Centring::none;
  const bool has_leave_one_out = options.map == Map::ridge && options.form == regression::RidgeForm::plain;
  if (options.decoder.factory.fitted == Fitted::to_others && !has_leave_one_out) {
    reader.fail(kDecoder.name, "leave-one-out predictions need 'map: ridge' and 'ridge_form: plain'");
  }
  return options;
}

LearnerBuilder parse(const config::Reader& reader) {
  const Options options = parse_options(reader);
  return [options](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    options.decoder.factory.require(problem);
    return std::make_unique<KdeLearner>(problem, options);
  };
}

}  // namespace

LearnerRow make_kernel_dependency_estimation_row() {
  return {"kernel_dependency_estimation",
          2,
          "kernel PCA of the outputs, regression to its coordinates, a pre-image",
          facts_of(bandwidth_parameters(), kMap, kRidge, kRidgeForm, kC, kEpsilon, component_cut_parameters(),
                   kCentred, kDecoder),
          "{method: kernel_dependency_estimation, bandwidth: {sigma: [1, 2]}, ridge: [0.01, 1]}",
          parse};
}

}  // namespace preimage::suite::registry
