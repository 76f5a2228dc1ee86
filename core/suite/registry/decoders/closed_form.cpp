#include "preimage/decoders/fixed_point.hpp"
#include "suite/registry/direct_decoder.hpp"

namespace preimage::suite::registry {

namespace {

DecoderFactory parse(const config::Reader& /*reader*/) {
  return {[](const validation::Problem& problem) { require_vectors(problem, "closed_form"); },
          [](std::shared_ptr<const validation::TrainingOutputs> outputs) {
            return std::make_unique<const DirectDecoder>(
                [outputs](const validation::FeaturePrediction& prediction) {
                  return decoders::closed_form(validation::weights_of(prediction, *outputs),
                                               outputs->vectors());
                });
          }};
}

}  // namespace

DecoderRow make_closed_form_row() {
  return {"closed_form",
          1,
          "the weighted sum of the training outputs: exact for a linear output kernel",
          {},
          "{name: closed_form}",
          parse};
}

}  // namespace preimage::suite::registry
