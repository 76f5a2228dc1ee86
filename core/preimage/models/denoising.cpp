#include "preimage/models/denoising.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "preimage/decoders/fixed_point.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::models {

KernelPcaDenoisingMethod::KernelPcaDenoisingMethod(DenoisingOptions options, decoders::DecoderRecipe decoder)
    : options_(options), decoder_(std::move(decoder)) {
  if (decoder_.fitted == decoders::TrainingPredictions::leave_one_out)
    throw std::invalid_argument("method kernel_pca_denoising has no leave-one-out predictions");
}

void KernelPcaDenoisingMethod::require(const samples::DataSet& data) const {
  if (!data.inputs.has<outputs::Observed>())
    throw std::invalid_argument("method kernel_pca_denoising needs an experiment with observed outputs");
  kernels::points_of(data.outputs);
  decoder_.require(data);
}

FittedPtr KernelPcaDenoisingMethod::fit(std::size_t /*g*/, const samples::DataSet& training,
                                        const regression::KeptArrays& kept) const {
  const auto space = std::make_shared<const outputs::TrainingOutputs>(training.outputs, options_.cut,
                                                                      options_.centring, kept);
  const kernels::Points y = kernels::points_of(training.outputs);
  std::optional<outputs::FeaturePoints> to_training;
  if (decoder_.fitted == decoders::TrainingPredictions::in_sample)
    to_training = outputs::Coordinates{
        space->pca().project(training.inputs.get<outputs::Observed>().points.cross_gram(y))};
  const std::shared_ptr<const decoders::Decoder> decoder = decoder_.bind(training.inputs, space);
  return fitted([=](const samples::SampleSet& inputs) {
    const outputs::Coordinates coordinates{
        space->pca().project(inputs.get<outputs::Observed>().points.cross_gram(y))};
    return FitNotes{.cut = equal_cut(*space)}.said_of(decoder->decode({coordinates, to_training}, inputs),
                                                      inputs.size());
  });
}

void PcaDenoisingMethod::require(const samples::DataSet& data) const {
  if (!data.inputs.has<outputs::Observed>() || !data.outputs.has<arma::mat>())
    throw std::invalid_argument("method pca_denoising needs an experiment with observed outputs");
}

FittedPtr PcaDenoisingMethod::fit(std::size_t /*g*/, const samples::DataSet& training,
                                  const regression::KeptArrays& kept) const {
  const auto Y = training.outputs.get<arma::mat>();
  const bool is_centred = options_.centring == outputs::Centring::training_mean;
  return fitted([Y, is_centred, pca = outputs::KernelPca(Y * Y.t(), options_.cut, options_.centring, kept)](
                    const samples::SampleSet& inputs) -> outputs::Prediction {
    const arma::mat weights = pca.expansion(pca.project(inputs.get<outputs::Observed>().vectors * Y.t()));
    return FitNotes{.cut = equal_cut(pca)}.said_of(
        {outputs::NewVectors{
            decoders::closed_form(is_centred ? regression::with_centred_outputs(weights) : weights, Y)}},
        inputs.size());
  });
}

}  // namespace preimage::models
