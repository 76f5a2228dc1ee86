#include "preimage/models/mean_output.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "preimage/kernels/points.hpp"

namespace preimage::models {

MeanOutputMethod::MeanOutputMethod(decoders::DecoderRecipe decoder) : decoder_(std::move(decoder)) {
  if (decoder_.fitted != decoders::TrainingPredictions::none)
    throw std::invalid_argument(
        "the mean of the outputs has nothing to say to a decoder that looks at fitted samples");
}

void MeanOutputMethod::require(const samples::DataSet& data) const {
  kernels::points_of(data.outputs);
  decoder_.require(data);
}

FittedPtr MeanOutputMethod::fit(std::size_t /*g*/, const samples::DataSet& training,
                                const regression::KeptArrays& kept) const {
  const auto space = std::make_shared<const outputs::TrainingOutputs>(
      training.outputs, outputs::ComponentCut(), outputs::Centring::training_mean, kept);
  const std::shared_ptr<const decoders::Decoder> decoder = decoder_.bind(training.inputs, space);
  return fitted([decoder, m = training.size()](const samples::SampleSet& inputs) {
    // No weight but that of the mean, which centred outputs have by themselves.
    return decoder->decode({outputs::Weights{arma::mat(inputs.size(), m, arma::fill::zeros)}}, inputs);
  });
}

}  // namespace preimage::models
