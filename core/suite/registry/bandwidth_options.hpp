// What several learners with a Gaussian kernel or a kernel PCA read alike: bandwidths, and which directions
// are kept.
#pragma once

#include <vector>

#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/outputs/kernel_pca.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// `bandwidth: {sigma: [..]}` or `bandwidth: {inverse_two_sigma_squared: [..]}`; absent: the input kernel
/// itself.
kernels::BandwidthGrid parse_bandwidths(const config::Reader& learner);
std::vector<ParameterFacts> bandwidth_parameters();

inline constexpr OptionalInteger kComponents{
    {"n_components", 1, 1000000, "directions that are kept; else all"}};
inline constexpr OptionalNumber kComponentThreshold{
    {"component_threshold",
     {0.0, 1.0},
     "directions are kept whose eigenvalue exceeds this share of the largest"}};

inline std::vector<ParameterFacts> component_cut_parameters() {
  return facts_of(kComponents, kComponentThreshold);
}

/// `n_components` and `component_threshold`; absent: all directions.
inline outputs::ComponentCut parse_component_cut(const config::Reader& reader) {
  outputs::ComponentCut cut;
  if (const std::optional<long> count = kComponents.read(reader))
    cut.count = static_cast<arma::uword>(*count);
  if (const std::optional<double> share = kComponentThreshold.read(reader)) {
    if (*share == 1.0)
      reader.fail("component_threshold", "no eigenvalue exceeds the largest; write less than 1");
    cut.above_fraction = *share;
  }
  return cut;
}

}  // namespace preimage::suite::registry
