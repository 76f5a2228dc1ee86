// What the learners that denoise share.
#pragma once

#include <vector>

#include "preimage/validation/learner.hpp"
#include "suite/registry/component_cut.hpp"

namespace preimage::suite::registry {

struct DenoisingOptions {
  outputs::ComponentCut cut;
  outputs::Centring centring = outputs::Centring::training_mean;
};

inline constexpr Flag kCentred{"centred", "the PCA is centred", true};

inline std::vector<ParameterFacts> denoising_parameters() {
  return facts_of(component_cut_parameters(), kCentred);
}

inline DenoisingOptions parse_denoising(const config::Reader& reader) {
  const bool centred = kCentred.read(reader);
  return {parse_component_cut(reader), centred ? outputs::Centring::training_mean : outputs::Centring::none};
}

/// A learner without hyper-parameters.
class DenoisingLearner : public validation::Learner {
 public:
  std::size_t grid_size() const override { return 1; }
  validation::Parameters parameters(std::size_t /*g*/) const override { return {}; }
};

}  // namespace preimage::suite::registry
