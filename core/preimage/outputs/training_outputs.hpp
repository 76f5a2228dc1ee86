// The outputs that a model was trained on, as points of their kernel's feature space.
#pragma once

#include <armadillo>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "preimage/base/lazy.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/outputs/kernel_pca.hpp"
#include "preimage/regression/ridge_rounding.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::outputs {

// Predictions in the output feature space, for t samples, in one of three forms: g(x) = W Phi(x).
//     [Cortes, Mohri and Weston 2005, eq. (1)]
// `rounding` says how far the fit's rounding may have moved each point: the length of what it adds to the row
// of `values`.

/// c(x) of   sum_i c_i(x) (phi(y_i) - phibar) + phibar
/// with phibar the training outputs' mean, 0 where they are not centred; not yet projected on the directions
/// that are kept.
struct Weights {
  arma::mat values;  // t x m
  regression::Rounding rounding = {};
};

/// Along the kept directions of the kernel PCA of the training outputs.
struct Coordinates {
  arma::mat values;  // t x p
  regression::Rounding rounding = {};
};

/// In the explicit features of the output kernel.
struct Features {
  arma::mat values;  // t x q
  regression::Rounding rounding = {};
};

using FeaturePoints = std::variant<Weights, Coordinates, Features>;

inline arma::uword count(const FeaturePoints& points) {
  return std::visit([](const auto& form) { return form.values.n_rows; }, points);
}

/// m training outputs with their kernel. It knows no test sample. What is asked for is computed once and
/// returned by reference.
class TrainingOutputs {
 public:
  /// kept  of the model that they belong to
  explicit TrainingOutputs(samples::SampleSet outputs, ComponentCut cut = {},
                           Centring centring = Centring::training_mean, regression::KeptArrays kept = {});

  arma::uword size() const { return samples_.size(); }
  /// In every form that they have.
  const samples::SampleSet& samples() const { return samples_; }
  const arma::mat& gram() const { return *gram_; }        // L, m x m
  const arma::mat& vectors() const { return *vectors_; }  // Y, m x d; empty of outputs that are no vectors
  /// F, m x q with L = F F', where they are cheap; nullptr where there are none
  const arma::mat* features() const { return features_ ? &(*features_)->values : nullptr; }
  /// Whether F = Y, as of a linear kernel.
  /// cost  O(m q)
  bool features_are_vectors() const;
  /// m; 0: never a pre-image
  const arma::uvec& candidates() const { return *candidates_; }
  /// What the kernel is, on vectors.
  const std::optional<kernels::GaussianForm>& gaussian_form() const { return forms_.gaussian; }
  const std::optional<kernels::PolynomialForm>& polynomial_form() const { return forms_.polynomial; }
  /// What a decoder fits to them goes through it.
  const regression::KeptArrays& kept() const { return kept_; }
  bool keeps_all_directions() const { return cut_.keeps_all(); }
  bool are_centred() const { return centring_ == Centring::training_mean; }
  /// Kernel PCA of L: the directions of the cut, or all.
  /// cost  O(m^3), once
  const KernelPca& pca() const { return *pca_; }

  /// t x p coordinates along the kept directions. Requires Weights or Coordinates.
  arma::mat coordinates_of(const FeaturePoints& points) const;
  /// t x m weights w with point = sum_i w_i phi(y_i), projected on the kept directions; where the outputs are
  /// centred the rows sum to 1. Requires Weights or Coordinates.
  arma::mat weights_of(const FeaturePoints& points) const;
  /// t x q explicit features, of points in any form. Requires explicit features, and Weights, Coordinates or
  /// Features.
  arma::mat features_of(const FeaturePoints& points) const;
  /// t distances by which the fit's rounding may have moved the points in feature space: of weights, their
  /// errors times sqrt(mean_i |phi(y_i) - phibar|^2); none where it is not known.
  /// cost  O(m q), or O(m^2) without explicit features
  regression::Rounding rounding_of(const FeaturePoints& points) const;
  /// The same in coordinates, beside the rounding of the directions (KernelPca::coordinate_error).
  regression::Rounding coordinate_rounding_of(const FeaturePoints& points) const;

 private:
  samples::SampleSet samples_;
  ComponentCut cut_;
  Centring centring_;
  regression::KeptArrays kept_;
  kernels::KernelForms forms_;
  base::Lazy<arma::mat> gram_, vectors_;
  std::optional<base::Lazy<ExplicitFeatures>> features_;
  base::Lazy<arma::uvec> candidates_;
  base::Lazy<KernelPca> pca_;
  base::Lazy<arma::mat> projector_;
  base::Lazy<double> spread_;
};

}  // namespace preimage::outputs
