#include "preimage/decoders/exact_preimage.hpp"

#include "suite/registry/direct_decoder.hpp"

namespace preimage::suite::registry {

namespace {

DecoderFactory parse(const config::Reader& /*reader*/) {
  return {[](const validation::Problem& problem) {
            require_vectors(problem, "exact_preimage");
            if (!problem.output_polynomial || problem.output_polynomial->degree % 2 == 0) {
              throw ConfigError("decoder exact_preimage needs a polynomial output kernel of odd degree");
            }
          },
          [](std::shared_ptr<const validation::TrainingOutputs> outputs) {
            return std::make_unique<const DirectDecoder>(
                [outputs](const validation::FeaturePrediction& prediction) {
                  const validation::PolynomialForm form = *outputs->problem().output_polynomial;
                  return decoders::exact_preimage(validation::weights_of(prediction, *outputs),
                                                  outputs->vectors(), form.degree, form.offset);
                });
          }};
}

}  // namespace

DecoderRow make_exact_preimage_row() {
  return {"exact_preimage",
          1,
          "the pre-image of a polynomial output kernel of odd degree, coordinate by coordinate",
          {},
          "{name: exact_preimage}",
          parse};
}

}  // namespace preimage::suite::registry
