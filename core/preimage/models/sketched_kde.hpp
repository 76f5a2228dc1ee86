#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "preimage/base/error.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/models/estimator.hpp"
#include "preimage/models/method.hpp"
#include "preimage/outputs/output_sketch.hpp"
#include "preimage/regression/landmarks.hpp"

namespace preimage::models {

// How much memory a map with landmarks takes: asked before any of it is allocated.

/// How the coefficients of landmarks are found (regression/landmark_ridge.hpp, held_landmark_ridge.hpp).
enum class LandmarkSolver { direct, conjugate_gradient };

/// Rows of K_nM that are computed at a time.
arma::uword landmark_rows_at_once(LandmarkSolver solver);

struct LandmarkSize {
  arma::uword n_samples = 0;
  arma::uword n_values = 0;  // that are learned; as many as samples where these are weights of all outputs
  LandmarkSolver solver = LandmarkSolver::direct;
  regression::LandmarkRule rule = regression::LandmarkRule::uniform;
};

/// Bytes that are held at once.
std::uint64_t landmark_bytes(const LandmarkSize& size, arma::uword landmarks);

/// More landmarks than there is memory for.
class LandmarkMemoryError : public MemoryError {
 public:
  LandmarkMemoryError(const std::string& what, arma::uword max_landmarks)
      : MemoryError(what), max_landmarks_(max_landmarks) {}
  /// How many there is memory for, in two digits; 0: none.
  arma::uword max_landmarks() const { return max_landmarks_; }

 private:
  arma::uword max_landmarks_;
};

/// allowed  as base::require_memory takes it
/// throws   LandmarkMemoryError "5000 landmarks (uniform) of 60000 training samples: needs 3.20 GB of memory,
///          1.10 GB are there"
void require_landmark_memory(const LandmarkSize& size, arma::uword landmarks,
                             const std::optional<std::uint64_t>& allowed);

struct SketchedKdeOptions {
  kernels::BandwidthGrid bandwidths = {};
  std::vector<double> ridges = {0.01};  // >= 0; of equals the larger is preferred
  /// Of the inputs; without them every training sample carries the expansion.
  std::optional<regression::LandmarkChoice> landmarks = {};
  /// conjugate_gradient holds the kernel values of all samples with the landmarks, and needs outputs with few
  /// explicit features, all their directions and a decoder that takes features, or a sketch of them. Its
  /// coefficients are those of the direct way up to the residual that held_landmark_ridge.hpp states.
  LandmarkSolver solver = LandmarkSolver::direct;
  std::optional<outputs::OutputSketch> output_sketch = {};
  outputs::ComponentCut cut =
      {};  // kernel principal directions of the outputs that are kept; not with a sketch of them
  outputs::Centring centring = outputs::Centring::training_mean;
  decoders::DecoderRecipe decoder = decoders::candidate_decoder();
};

/// Kernel dependency estimation for more samples than have an n x n Gram matrix: the map from inputs is an
/// expansion on M landmarks z,
///   c(x) = k_M(x)' (K_Mn K_nM + ridge K_MM)^-1 K_Mn          (regression/landmark_ridge.hpp),
/// which is the ridge itself, and solved as such, where all samples are landmarks. Points are learned in
/// explicit features where the output kernel has few, in the coordinates of an output sketch, or as
/// weights over all training outputs.  [El Ahmad et al. 2024: SIOKR, ISOKR, SISOKR; Rudi et al. 2015]
/// Under a sketch of the outputs the candidate search compares candidates with the prediction's projection,
/// by
///   argmin_y ||phi(y) - P psi(x)||^2,
/// which is exact: the part of phi(y) outside of the span counts.
/// cost    per bandwidth n M kernel values, n M^2 + O(M^3) flops, and M^3 / 3 for each ridge; memory 3 M^2
///         numbers and a block of rows; without explicit features or a sketch n M more, and n M for each
///         ridge
/// throws  std::invalid_argument where neither inputs nor outputs are sketched, the decoder wants
///         leave-one-out predictions, directions are cut of sketched outputs, or conjugate gradients lack
///         what `solver` says
MethodPtr sketched_kde_method(SketchedKdeOptions options);

/// Kernel dependency estimation on landmarks, or with a sketch of the outputs, with kernels by value or by
/// pointer.
///   sketched_kde(kernels::gaussian(0.5), kernels::same_class(), {.landmarks =
///   regression::LandmarkChoice{.count = 500}})
template <class InputKernel, class OutputKernel>
auto sketched_kde(InputKernel input, OutputKernel output, SketchedKdeOptions options) {
  return estimator(std::move(input), std::move(output), sketched_kde_method(std::move(options)));
}

}  // namespace preimage::models
