#include "preimage/decoders/decoder.hpp"

#include <stdexcept>
#include <utility>

namespace preimage::decoders {

namespace {

class FormulaDecoder final : public Decoder {
 public:
  FormulaDecoder(std::shared_ptr<const outputs::TrainingOutputs> outputs, Formula map)
      : outputs_(std::move(outputs)), map_(std::move(map)) {}
  outputs::Prediction decode(const FeaturePrediction& prediction,
                             const samples::SampleSet& /*inputs*/) const override {
    return {map_(prediction.points, *outputs_)};
  }

 private:
  std::shared_ptr<const outputs::TrainingOutputs> outputs_;
  Formula map_;
};

}  // namespace

void require_vectors(const samples::SampleSet& outputs, const std::string& decoder) {
  if (!outputs.has<arma::mat>())
    throw std::invalid_argument("decoder " + decoder + " needs outputs that are vectors");
}

DecoderRecipe formula_decoder(Formula map, const std::string& name) {
  return {[name](const samples::DataSet& data) { require_vectors(data.outputs, name); },
          [map = std::move(map)](const samples::SampleSet& /*inputs*/,
                                 std::shared_ptr<const outputs::TrainingOutputs> outputs) {
            return std::make_unique<const FormulaDecoder>(std::move(outputs), map);
          },
          TrainingPredictions::none, false, name};
}

}  // namespace preimage::decoders
