// Kernel dependency estimation as a learner. The steps are the papers' (TR-098, sec. 3): (1) decompose the
// outputs, (2) learn the map, (3) find the pre-image. With the plain ridge and all directions, steps 1 and 2
// reduce to weights over the training outputs, and the inner folds come in closed form from one inverse per
// bandwidth and ridge.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/error.hpp"
#include "decoders/candidate_search.hpp"
#include "decoders/fixed_point.hpp"
#include "methods/held_out_ridge.hpp"
#include "methods/kernel_pca.hpp"
#include "methods/kernel_ridge.hpp"
#include "methods/support_vectors.hpp"
#include "validation/bandwidth_grid.hpp"
#include "validation/feature_candidates.hpp"
#include "validation/learners.hpp"

namespace preimage::validation {

namespace {

enum class Map { ridge, support_vector_regression };
enum class Decoder { candidates, closed_form, fixed_point };

struct Options {
  BandwidthGrid bandwidths;
  std::vector<double> ridges;  // descending; for support vector regression {0}
  Map map = Map::ridge;
  methods::RidgeForm form = methods::RidgeForm::plain;
  methods::SupportVectorRegressionOptions regression;
  methods::ComponentCut cut;
  Decoder decoder = Decoder::candidates;
};

class KdeLearner final : public Learner {
 public:
  KdeLearner(const Problem& problem, Options options) : problem_(problem), options_(std::move(options)) {}

  std::size_t grid_size() const override { return options_.ridges.size() * options_.bandwidths.size(); }

  Parameters parameters(std::size_t g) const override {
    Parameters result;
    if (const auto sigma = options_.bandwidths.sigma(bandwidth_of(g))) result.emplace_back("sigma", *sigma);
    if (options_.map == Map::ridge) result.emplace_back("ridge", ridge_of(g));
    return result;
  }

  Prediction predict(std::size_t g, const Split& split) const override {
    return fit_and_predict(bandwidth_of(g), split, {ridge_of(g)}, [](std::size_t, const Prediction&) {});
  }

  void predict_grid(const Split& split, const Sink& sink) const override {
    for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
      fit_and_predict(b, split, options_.ridges, [&](std::size_t r, const Prediction& prediction) {
        sink(grid_point(r, b), prediction);
      });
    }
  }

  void predict_folds(const std::vector<Split>& folds, const FoldSink& sink) const override;

 private:
  // Larger ridge first, then larger bandwidth: the order in which equals are preferred.
  std::size_t grid_point(std::size_t r, std::size_t b) const { return r * options_.bandwidths.size() + b; }
  std::size_t bandwidth_of(std::size_t g) const { return g % options_.bandwidths.size(); }
  double ridge_of(std::size_t g) const { return options_.ridges[g / options_.bandwidths.size()]; }

  bool folds_in_closed_form() const {
    return options_.map == Map::ridge && options_.form == methods::RidgeForm::plain &&
           options_.cut.keeps_all();
  }
  Prediction fit_and_predict(std::size_t b, const Split& split, const std::vector<double>& ridges,
                             const Sink& sink) const;
  bool predicts_features(arma::uword n_train) const {
    return options_.decoder == Decoder::candidates && options_.cut.keeps_all() && problem_.output_features &&
           problem_.output_features->n_cols < n_train;
  }
  void predict_blocks(const std::vector<Split>& folds, const Indices& pool, const FoldSink& sink) const;
  Prediction decode_weights(const arma::mat& raw_weights, const Indices& train,
                            const methods::KernelPca* pca) const;
  Prediction decode_regression(const arma::mat& K_train, const arma::mat& K_test_train,
                               const Indices& train) const;
  Prediction vectors_from(const arma::mat& weights, const Indices& train) const;

  const Problem& problem_;
  Options options_;
};

/// Weights (K_test_train S) with centred outputs times F, without forming the weights: F has few columns.
arma::mat predict_centred(const arma::mat& K_test_train, const arma::mat& smoother, const arma::mat& F) {
  const arma::rowvec mean = arma::mean(F, 0);
  const arma::mat coefficients = smoother * (F.each_row() - mean);
  arma::mat predicted = K_test_train * coefficients;
  predicted.each_row() += mean;
  return predicted;
}

/// One bandwidth, several ridges: whatever they share (Gram blocks, the eigendecomposition) is computed once.
/// Returns the prediction of the last ridge.
Prediction KdeLearner::fit_and_predict(std::size_t b, const Split& split, const std::vector<double>& ridges,
                                       const Sink& sink) const {
  const arma::mat K_train = options_.bandwidths.gram(problem_, b, split.train, split.train);
  const arma::mat K_test_train = options_.bandwidths.gram(problem_, b, split.test, split.train);
  if (options_.map == Map::support_vector_regression) {
    Prediction prediction = decode_regression(K_train, K_test_train, split.train);
    sink(0, prediction);
    return prediction;
  }
  std::optional<methods::KernelPca> pca;
  if (!options_.cut.keeps_all()) {
    pca.emplace(problem_.output_gram.submat(split.train, split.train), options_.cut);
  }
  std::optional<methods::SquaredRidgePath> path;
  if (options_.form == methods::RidgeForm::squared) path.emplace(K_train);
  Prediction prediction;
  for (std::size_t r = 0; r < ridges.size(); ++r) {
    const arma::mat smoother =
        path ? path->smoother(ridges[r]) : methods::ridge_smoother(K_train, options_.form, ridges[r]);
    if (predicts_features(split.train.n_elem)) {
      const arma::mat F = problem_.output_features->rows(split.train);
      prediction =
          FeatureCandidates(problem_, split.train).nearest(predict_centred(K_test_train, smoother, F));
    } else {
      prediction = decode_weights(K_test_train * smoother, split.train, pca ? &*pca : nullptr);
    }
    sink(r, prediction);
  }
  return prediction;
}

void KdeLearner::predict_folds(const std::vector<Split>& folds, const FoldSink& sink) const {
  if (!folds_in_closed_form()) return Learner::predict_folds(folds, sink);
  const Indices pool = arma::sort(arma::join_cols(folds.front().train, folds.front().test));
  std::vector<Split> positions;  // of the folds' samples in the pool
  Indices blocks;                // the folds' test samples one fold after the other
  for (const Split& fold : folds) {
    const Indices cut = arma::sort(arma::join_cols(fold.train, fold.test));
    if (cut.n_elem != pool.n_elem || arma::any(cut != pool)) {
      throw NumericalError("the inner folds do not cut one and the same set of samples");
    }
    const auto position_of = [&](arma::uword sample) {
      return static_cast<arma::uword>(std::lower_bound(pool.begin(), pool.end(), sample) - pool.begin());
    };
    Split split = fold;
    split.train.transform(position_of);
    split.test.transform(position_of);
    positions.push_back(std::move(split));
    blocks = arma::join_cols(blocks, fold.test);
  }
  const bool is_partition = blocks.n_elem == pool.n_elem && arma::all(arma::sort(blocks) == pool);
  if (is_partition && predicts_features(folds.front().train.n_elem)) {
    return predict_blocks(folds, blocks, sink);
  }
  const arma::mat block = options_.bandwidths.shared_block(problem_, pool, pool);
  for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
    const arma::mat K = options_.bandwidths.gram_of(block, b);
    for (std::size_t r = 0; r < options_.ridges.size(); ++r) {
      const arma::mat G = methods::ridge_smoother(K, methods::RidgeForm::plain, options_.ridges[r]);
      for (std::size_t f = 0; f < folds.size(); ++f) {
        const arma::mat weights = methods::held_out_weights(G, positions[f].test, positions[f].train);
        sink(f, grid_point(r, b), decode_weights(weights, folds[f].train, nullptr));
      }
    }
  }
}

/// The same where the folds' test samples, one fold after the other, are the pool, and the prediction is only
/// needed in a few output features.
void KdeLearner::predict_blocks(const std::vector<Split>& folds, const Indices& pool,
                                const FoldSink& sink) const {
  std::vector<arma::uword> sizes;
  std::vector<FeatureCandidates> candidates;
  for (const Split& fold : folds) {
    sizes.push_back(fold.test.n_elem);
    candidates.emplace_back(problem_, fold.train);
  }
  const arma::mat F = problem_.output_features->rows(pool);
  const arma::mat block = options_.bandwidths.shared_block(problem_, pool, pool);
  for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
    const methods::HeldOutRidge held_out(options_.bandwidths.gram_of(block, b), F, sizes);
    for (std::size_t r = 0; r < options_.ridges.size(); ++r) {
      const std::vector<arma::mat> predictions = held_out.predictions(options_.ridges[r]);
      for (std::size_t f = 0; f < folds.size(); ++f) {
        sink(f, grid_point(r, b), candidates[f].nearest(predictions[f]));
      }
    }
  }
}

/// Step 3 for a prediction given as weights over the training outputs (not yet centred).
Prediction KdeLearner::decode_weights(const arma::mat& raw_weights, const Indices& train,
                                      const methods::KernelPca* pca) const {
  if (options_.decoder != Decoder::candidates) {
    const arma::mat projected = pca ? arma::mat(raw_weights * pca->projector()) : raw_weights;
    return vectors_from(methods::with_centred_outputs(projected), train);
  }
  const arma::uvec allowed = problem_.is_candidate.elem(train);
  if (pca) {
    const arma::mat& Z = pca->coordinates();
    return {Chosen{train.elem(decoders::nearest_by_coordinates(raw_weights * Z, Z, allowed))}, {}};
  }
  const arma::mat weights = methods::with_centred_outputs(raw_weights);
  if (problem_.output_features) {
    return FeatureCandidates(problem_, train).nearest(weights * problem_.output_features->rows(train));
  }
  const arma::mat L = problem_.output_gram.submat(train, train);
  return {Chosen{train.elem(decoders::nearest_by_gram(weights, L, L.diag(), allowed))}, {}};
}

/// Support vector regression on each principal direction, then candidates in those coordinates.
Prediction KdeLearner::decode_regression(const arma::mat& K_train, const arma::mat& K_test_train,
                                         const Indices& train) const {
  const methods::KernelPca pca(problem_.output_gram.submat(train, train), options_.cut);
  const auto functions = methods::support_vector_regression(K_train, pca.coordinates(), options_.regression);
  const arma::mat predicted = methods::evaluate(functions, K_test_train);
  const arma::uvec allowed = problem_.is_candidate.elem(train);
  return {Chosen{train.elem(decoders::nearest_by_coordinates(predicted, pca.coordinates(), allowed))}, {}};
}

Prediction KdeLearner::vectors_from(const arma::mat& weights, const Indices& train) const {
  const arma::mat Y = problem_.output_vectors.rows(train);
  if (options_.decoder == Decoder::closed_form) return {Outputs{decoders::closed_form(weights, Y)}, {}};
  // Started at the candidate search's answer: the fixed point has local optima, and this one is a good
  // neighbourhood.
  const arma::mat L = problem_.output_gram.submat(train, train);
  const arma::uvec nearest =
      decoders::nearest_by_gram(weights, L, L.diag(), problem_.is_candidate.elem(train));
  const auto result = decoders::fixed_point(weights, Y, problem_.output_sigma, Y.rows(nearest));
  Prediction prediction{Outputs{result.outputs}, {}};
  const arma::uword converged = arma::accu(result.converged);
  if (converged < weights.n_rows) {
    prediction.notes.push_back(fmt::format("fixed point not converged for {} of {} samples",
                                           weights.n_rows - converged, weights.n_rows));
  }
  return prediction;
}

Options parse_options(const config::Reader& reader) {
  Options options{BandwidthGrid(reader), {0.0}, Map::ridge, methods::RidgeForm::plain, {}, {},
                  Decoder::candidates};
  if (reader.choice("map", {"ridge", "support_vector_regression"}, "ridge") == "ridge") {
    options.ridges = reader.numbers("ridge", config::kNonNegative);
    std::sort(options.ridges.begin(), options.ridges.end(), std::greater<>());
    if (reader.choice("ridge_form", {"plain", "squared"}, "plain") == "squared") {
      options.form = methods::RidgeForm::squared;
    }
  } else {
    options.map = Map::support_vector_regression;
    options.regression.C = reader.number("C", config::kPositive, 1.0);
    options.regression.epsilon = reader.number("epsilon", config::kNonNegative, 0.01);
  }
  if (reader.has("n_components")) {
    options.cut.count = static_cast<arma::uword>(reader.integer("n_components", 1, 1000000));
  }
  if (reader.has("component_threshold")) {
    options.cut.above_fraction = reader.number("component_threshold", {0.0, 1.0});
  }
  const std::string decoder =
      reader.choice("decoder", {"candidates", "closed_form", "fixed_point"}, "candidates");
  if (decoder == "closed_form") options.decoder = Decoder::closed_form;
  if (decoder == "fixed_point") options.decoder = Decoder::fixed_point;
  if (options.map == Map::support_vector_regression && options.decoder != Decoder::candidates) {
    reader.fail("decoder", "support vector regression predicts coordinates, so its decoder is 'candidates'");
  }
  return options;
}

}  // namespace

LearnerBuilder parse_kernel_dependency_estimation(const config::Reader& reader) {
  const Options options = parse_options(reader);
  return [options](const Problem& problem) -> std::unique_ptr<const Learner> {
    if (options.decoder != Decoder::candidates && problem.output_vectors.is_empty()) {
      throw ConfigError("decoder closed_form and fixed_point need outputs that are vectors");
    }
    if (options.decoder == Decoder::fixed_point && !(problem.output_sigma > 0.0)) {
      throw ConfigError("decoder fixed_point needs a Gaussian output kernel");
    }
    return std::make_unique<KdeLearner>(problem, options);
  };
}

}  // namespace preimage::validation
