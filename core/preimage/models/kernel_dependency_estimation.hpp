#pragma once

#include <armadillo>
#include <string>
#include <utility>
#include <vector>

#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/models/estimator.hpp"
#include "preimage/models/method.hpp"
#include "preimage/outputs/training_outputs.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/support_vectors.hpp"

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
/// throws  std::invalid_argument where a ridge is negative or there is none, and where the decoder wants
///         leave-one-out predictions and the map has none
MethodPtr kde_method(KdeOptions options);

/// Kernel dependency estimation with a kernel on inputs and one on outputs, by value or by pointer.
///   kde(kernels::gaussian(0.5), kernels::gaussian(1.0), {.ridges = {1e-6}})
template <class InputKernel, class OutputKernel>
auto kde(InputKernel input, OutputKernel output, KdeOptions options = {}) {
  return estimator(std::move(input), std::move(output), kde_method(std::move(options)));
}

}  // namespace preimage::models
