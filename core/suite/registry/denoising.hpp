#pragma once

#include <vector>

#include "preimage/models/denoising.hpp"
#include "suite/registry/component_cut.hpp"

namespace preimage::suite::registry {

inline constexpr Flag kCentred{"centred", "the PCA is centred", true};

inline std::vector<ParameterFacts> denoising_parameters() {
  return facts_of(component_cut_parameters(), kCentred);
}

inline models::DenoisingOptions parse_denoising(const config::Reader& reader) {
  const bool centred = kCentred.read(reader);
  return {parse_component_cut(reader), centred ? outputs::Centring::training_mean : outputs::Centring::none};
}

}  // namespace preimage::suite::registry
