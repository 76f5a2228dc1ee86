#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "preimage/base/lazy.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/models/estimator.hpp"
#include "preimage/models/kde_map.hpp"
#include "preimage/models/method.hpp"

namespace preimage::models {

struct KdeOptions {
  enum class Map { ridge, support_vector_regression };
  kernels::BandwidthGrid bandwidths = {};
  std::vector<double> ridges = {0.01};  // added to the diagonal of K, >= 0; of equals the larger is preferred
  Map map = Map::ridge;
  regression::RidgeForm form = regression::RidgeForm::plain;
  regression::SupportVectorRegressionOptions regression = {};  // in place of the ridges
  outputs::ComponentCut cut = {};  // kernel principal directions of the outputs that are kept
  outputs::Centring centring = outputs::Centring::training_mean;
  decoders::DecoderRecipe decoder = decoders::candidate_decoder();
};

/// Above this number of training samples a plain ridge into explicit features keeps its finished panels, and test inputs are
/// predicted block by block. A constant, so that a model depends on its samples alone.
inline constexpr arma::uword kPanelSamples = 5120;

/// Kernel dependency estimation:
///   f(x) = argmin_y || phi(y) - W k(x) ||,
/// W the regression from inputs to output features, in both kernels' feature spaces. Its steps are the papers': (1)
/// decompose the outputs, (2) learn the map, (3) find the pre-image.      [Weston et al., NIPS 2002; TR-098, sec. 3]
/// With the plain ridge and all directions, steps 1 and 2 reduce to weights over the training outputs, and held-out
/// predictions come in closed form from one inverse per bandwidth and ridge.
/// With a ridge nothing depends on the basis of an eigenspace of the outputs (outputs::ComponentCut). Support vector
/// regression learns direction by direction: where eigenvalues are equal, it depends on the basis that LAPACK returns.
/// cost  O(m^3) per bandwidth and ridge
class KdeMethod final : public Method {
 public:
  /// throws  std::invalid_argument where a ridge is negative or there is none, and where the decoder wants leave-one-out predictions and the map has none
  explicit KdeMethod(KdeOptions options);

  void require(const samples::DataSet& data) const override;
  std::size_t grid_size() const override { return options_.ridges.size() * options_.bandwidths.size(); }
  base::Parameters parameters(std::size_t g) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const linalg::KeptArrays& kept = {}) const override;
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override;
  void predict_held_out(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                        const FoldSink& sink) const override;

 private:
  /// The training outputs with the decoder bound to them: what all grid points share.
  struct Bound {
    std::shared_ptr<const outputs::OutputSpace> outputs;
    std::shared_ptr<const decoders::Decoder> decoder;
  };
  // Larger ridge first, then larger bandwidth: the order in which equals are preferred.
  std::size_t grid_point(std::size_t r, std::size_t b) const { return r * options_.bandwidths.size() + b; }
  bool has_closed_form() const;
  bool may_give_features() const;
  /// Whether coefficients of explicit features are all of the map, so that a Cholesky factorisation finds them.
  bool solves_features(const outputs::OutputSpace& outputs) const;
  /// The map, where it is no more than coefficients of explicit features.  cost  that of regression::fit_ridge
  std::optional<KdeMap> solved_map(std::size_t g, const kernels::Points& x,
                                   const outputs::OutputSpace& outputs, const linalg::KeptArrays& kept) const;
  bool predicts_features(const samples::SampleSet& outputs) const;
  Bound bind(const samples::DataSet& training, const linalg::KeptArrays& kept = {}) const;
  /// What the decoder asks for of the training samples.
  std::optional<outputs::FeaturePoints> fitted_points(const KdeMap& map,
                                                      const base::Lazy<arma::mat>& K) const;
  /// The maps of these ridges, in order.
  void for_each_map(const arma::mat& K, const outputs::OutputSpace& outputs,
                    const std::vector<double>& ridges,
                    const std::function<void(std::size_t r, KdeMap map)>& use) const;
  void predict_blocks(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                      const arma::uvec& blocks, const FoldSink& sink) const;

  KdeOptions options_;
};

/// The same from inputs of one type to outputs of another. `options` are of one bandwidth and ridge.
template <class X, class Y>
class KernelDependencyEstimation final : public KernelEstimator<X, Y> {
 public:
  KernelDependencyEstimation(std::shared_ptr<const kernels::Kernel<X>> input_kernel,
                             std::shared_ptr<const kernels::Kernel<Y>> output_kernel, KdeOptions options = {})
      : KernelEstimator<X, Y>(std::move(input_kernel), std::move(output_kernel),
                              std::make_shared<const KdeMethod>(std::move(options))) {}
};

}  // namespace preimage::models
