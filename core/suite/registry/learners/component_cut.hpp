#pragma once

#include "preimage/outputs/kernel_pca.hpp"
#include "suite/config/reader.hpp"

namespace preimage::suite::registry {

/// `n_components` and `component_threshold`; absent: all directions.
inline outputs::ComponentCut parse_component_cut(const config::Reader& reader) {
  outputs::ComponentCut cut;
  if (reader.has("n_components")) {
    cut.count = static_cast<arma::uword>(reader.integer("n_components", 1, 1000000));
  }
  if (reader.has("component_threshold")) {
    cut.above_fraction = reader.number("component_threshold", {0.0, 1.0});
  }
  return cut;
}

}  // namespace preimage::suite::registry
