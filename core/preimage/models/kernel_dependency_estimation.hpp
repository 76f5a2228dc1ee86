#pragma once

#include <armadillo>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "preimage/base/lazy.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/models/estimator.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/models/method.hpp"
#include "preimage/outputs/training_outputs.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/support_vectors.hpp"

namespace preimage::models {

// Steps 1 and 2 of kernel dependency estimation on Gram matrices: from kernel values between inputs to points
// in the output feature space.

/// One of
///   ridge           c(x) = K_test_train S,  S the dual operator            [TR-098, sec. 3 step 2]
///   support vector  a regression function per principal direction of the training outputs
///       [TR-098, sec. 3 step 2]
class KdeMap {
 public:
  /// dual_operator       m x m, of regression::ridge_dual_operator or SquaredRidgePath
  /// rounding            of predictions by it
  /// may_give_features   the decoder takes explicit features: points come in them where they have fewer
  ///                     columns than there are training samples, which costs O(t m q) instead of O(t m^2)
  static KdeMap ridge(base::Lazy<arma::mat> dual_operator, double rcond, regression::RidgeRounding rounding,
                      const outputs::TrainingOutputs& outputs, bool may_give_features);

  /// The same in explicit features alone.  Requires predicts_features.
  /// fit  its coefficients m x q, (K + ridge I)^-1 (F - mean)
  static KdeMap of_features(regression::RidgeFit fit, const outputs::TrainingOutputs& outputs);

  /// Whether points of a ridge come in explicit features, to a decoder that takes them.
  static bool predicts_features(const outputs::TrainingOutputs& outputs);

  /// K  m x m;  throws NumericalError
  static KdeMap support_vectors(const arma::mat& K, const outputs::TrainingOutputs& outputs,
                                const regression::SupportVectorRegressionOptions& options);

  /// The map that `fit` gives, with its arrays kept: the dual operator, or the coefficients of explicit
  /// features, and their rounding; or the functions.
  /// is_ridge  else it is of support vectors;  may_give_features  as above
  static KdeMap keep(const regression::KeptArrays& kept, const outputs::TrainingOutputs& outputs,
                     bool is_ridge, bool may_give_features, const std::function<KdeMap()>& fit);

  /// K_test_train  t x m, rows = test samples;  t points
  outputs::FeaturePoints operator()(const base::Lazy<arma::mat>& K_test_train) const;

  /// Whether the map is no more than coefficients of explicit features, so that points come block by block.
  bool has_blocks() const;
  /// The same from blocks of K_test_train, which never exists as a whole. Requires has_blocks.
  /// threads  that ask for blocks; no bit depends on their number
  outputs::FeaturePoints by_blocks(const kernels::Gram& K_test_train, std::size_t threads) const;

  /// What is to be said of predictions.
  FitNotes notes() const;

  /// The points of the training samples, each by the map fitted to the others. Requires the plain ridge.
  outputs::FeaturePoints held_out() const;

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

/// What is said of outputs and decoder in a method's description.
std::string described(const outputs::ComponentCut& cut, outputs::Centring centring,
                      const decoders::DecoderRecipe& decoder);

/// Above this number of training samples a plain ridge into explicit features keeps its finished panels, and
/// test inputs are predicted block by block. A constant, so that a model depends on its samples alone.
inline constexpr arma::uword kPanelSamples = 5120;

/// Kernel dependency estimation:
///   f(x) = argmin_y || phi(y) - W k(x) ||,
/// W the regression from inputs to output features, in both kernels' feature spaces. Its steps are the
/// papers': (1) decompose the outputs, (2) learn the map, (3) find the pre-image.      [Weston et al., NIPS
/// 2002; TR-098, sec. 3] With the plain ridge and all directions, steps 1 and 2 reduce to weights over the
/// training outputs, and held-out predictions come in closed form from one inverse per bandwidth and ridge.
/// With a ridge nothing depends on the basis of an eigenspace of the outputs (outputs::ComponentCut). Support
/// vector regression learns direction by direction: where eigenvalues are equal, it depends on the basis that
/// LAPACK returns.
/// cost  O(m^3) per bandwidth and ridge
class KdeMethod final : public Method {
 public:
  /// throws  std::invalid_argument where a ridge is negative or there is none, and where the decoder wants
  ///         leave-one-out predictions and the map has none
  explicit KdeMethod(KdeOptions options);

  void require(const samples::DataSet& data) const override;
  std::size_t grid_size() const override { return options_.ridges.size() * options_.bandwidths.size(); }
  base::Parameters parameters(std::size_t g) const override;
  std::string description() const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override;
  void predict_held_out(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                        const FoldSink& use) const override;

 private:
  /// The training outputs with the decoder bound to them: what all grid points share.
  struct Bound {
    std::shared_ptr<const outputs::TrainingOutputs> outputs;
    std::shared_ptr<const decoders::Decoder> decoder;
  };
  // Larger ridge first, then larger bandwidth: the order in which equals are preferred.
  std::size_t grid_point(std::size_t r, std::size_t b) const { return r * options_.bandwidths.size() + b; }
  bool has_closed_form() const;
  bool may_give_features(const outputs::TrainingOutputs& outputs) const;
  /// Whether coefficients of explicit features are all of the map, so that a Cholesky factorisation finds
  /// them.
  bool solves_features(const outputs::TrainingOutputs& outputs) const;
  /// The map, where it is no more than coefficients of explicit features.  cost  that of
  /// regression::fit_ridge
  std::optional<KdeMap> solved_map(std::size_t g, const kernels::Points& x,
                                   const outputs::TrainingOutputs& outputs,
                                   const regression::KeptArrays& kept) const;
  bool predicts_features(const samples::SampleSet& outputs) const;
  Bound bind(const samples::DataSet& training, const regression::KeptArrays& kept = {}) const;
  /// What the decoder asks for of the training samples.
  std::optional<outputs::FeaturePoints> fitted_points(const KdeMap& map,
                                                      const base::Lazy<arma::mat>& K) const;
  /// The maps of these ridges, in order.
  void for_each_map(const arma::mat& K, const outputs::TrainingOutputs& outputs,
                    const std::vector<double>& ridges,
                    const std::function<void(std::size_t r, KdeMap map)>& use) const;
  void predict_blocks(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                      const arma::uvec& blocks, const FoldSink& sink) const;

  KdeOptions options_;
};

/// Kernel dependency estimation with a kernel on inputs and one on outputs, by value or by pointer.
///   kde(kernels::gaussian(0.5), kernels::gaussian(1.0), {.ridges = {1e-6}})
template <class InputKernel, class OutputKernel>
auto kde(InputKernel input, OutputKernel output, KdeOptions options = {}) {
  return estimator(std::move(input), std::move(output),
                   std::make_shared<const KdeMethod>(std::move(options)));
}

}  // namespace preimage::models
