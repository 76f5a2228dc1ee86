// The outputs that a model was trained on, as points of their kernel's feature space.
#pragma once

#include <armadillo>
#include <optional>

#include "preimage/base/lazy.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/outputs/feature_points.hpp"
#include "preimage/outputs/kernel_pca.hpp"

namespace preimage::outputs {

/// m training outputs with their kernel, reduced to numbers. It knows no test sample. What is asked for is computed
/// once and returned by reference.
class OutputSpace {
 public:
  struct Parts {
    base::Lazy<arma::mat> gram;                     // L, m x m
    base::Lazy<arma::mat> vectors;                  // Y, m x d; empty of outputs that are no vectors
    std::optional<base::Lazy<arma::mat>> features;  // F, m x q with L = F F', where they are cheap
    arma::uvec candidates;                          // m; 0: never a pre-image
    std::optional<kernels::GaussianForm> gaussian;  // what the kernel is, on vectors
    std::optional<kernels::PolynomialForm> polynomial;
  };
  OutputSpace(Parts parts, ComponentCut cut = {}, Centring centring = Centring::training_mean);

  arma::uword size() const { return parts_.candidates.n_elem; }
  const arma::mat& gram() const { return *parts_.gram; }
  const arma::mat& vectors() const { return *parts_.vectors; }
  /// nullptr where there are none
  const arma::mat* features() const { return parts_.features ? &**parts_.features : nullptr; }
  const arma::uvec& candidates() const { return parts_.candidates; }
  const std::optional<kernels::GaussianForm>& gaussian_form() const { return parts_.gaussian; }
  const std::optional<kernels::PolynomialForm>& polynomial_form() const { return parts_.polynomial; }
  bool keeps_all_directions() const { return cut_.keeps_all(); }
  bool are_centred() const { return centring_ == Centring::training_mean; }
  /// Kernel PCA of L: the directions of the cut, or all.   cost O(m^3), once
  const KernelPca& pca() const { return *pca_; }

  /// t x p coordinates along the kept directions. Requires Weights or Coordinates.
  arma::mat coordinates_of(const FeaturePoints& points) const;
  /// t x m weights w with point = sum_i w_i phi(y_i), projected on the kept directions; where the outputs are centred
  /// the rows sum to 1. Requires Weights or Coordinates.
  arma::mat weights_of(const FeaturePoints& points) const;
  /// t x q explicit features. Requires that there are some, and Features or Weights.
  arma::mat features_of(const FeaturePoints& points) const;

 private:
  Parts parts_;
  ComponentCut cut_;
  Centring centring_;
  base::Lazy<KernelPca> pca_;
  base::Lazy<arma::mat> projector_;  // of pca_
};

}  // namespace preimage::outputs
