#include "preimage/models/mean_output.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "preimage/kernels/points.hpp"

namespace preimage::models {

MethodPtr mean_output_method(decoders::DecoderRecipe decoder) {
  if (decoder.fitted != decoders::TrainingPredictions::none)
    throw std::invalid_argument(
        "the mean of the outputs has nothing to say to a decoder that looks at fitted samples");
  return method_without_grid(
      [decoder](const samples::DataSet& data) {
        kernels::points_of(data.outputs);
        decoder.require(data);
      },
      [decoder](const samples::DataSet& training, const regression::KeptArrays& kept) {
        const auto space = std::make_shared<const outputs::TrainingOutputs>(
            training.outputs, outputs::ComponentCut(), outputs::Centring::training_mean, kept);
        const std::shared_ptr<const decoders::Decoder> bound = decoder.bind(training.inputs, space);
        return fitted([bound, m = training.size()](const samples::SampleSet& inputs) {
          // No weight but that of the mean, which centred outputs have by themselves.
          return bound->decode({outputs::Weights{arma::mat(inputs.size(), m, arma::fill::zeros)}}, inputs);
        });
      });
}

}  // namespace preimage::models
