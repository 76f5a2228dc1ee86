#include "preimage/models/denoising.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "preimage/decoders/fixed_point.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::models {

MethodPtr pca_denoising_method(DenoisingOptions options) {
  return method_without_grid(
      [](const samples::DataSet& data) {
        if (!data.inputs.has<outputs::Observed>() || !data.outputs.has<arma::mat>())
          throw std::invalid_argument("method pca_denoising needs an experiment with observed outputs");
      },
      [options](const samples::DataSet& training, const regression::KeptArrays& kept) {
        const auto Y = training.outputs.get<arma::mat>();
        const bool is_centred = options.centring == outputs::Centring::training_mean;
        return fitted(
            [Y, is_centred, pca = outputs::KernelPca(Y * Y.t(), options.cut, options.centring, kept)](
                const samples::SampleSet& inputs) -> outputs::Prediction {
              const arma::mat weights =
                  pca.expansion(pca.project(inputs.get<outputs::Observed>().vectors * Y.t()));
              return FitNotes{.cut = equal_cut(pca)}.with_notes(
                  {outputs::NewVectors{decoders::closed_form(
                      is_centred ? regression::with_centred_outputs(weights) : weights, Y)}},
                  inputs.size());
            });
      });
}

MethodPtr kernel_pca_denoising_method(DenoisingOptions options, decoders::DecoderRecipe decoder) {
  if (decoder.fitted == decoders::TrainingPredictions::leave_one_out)
    throw std::invalid_argument("method kernel_pca_denoising has no leave-one-out predictions");
  return method_without_grid(
      [decoder](const samples::DataSet& data) {
        if (!data.inputs.has<outputs::Observed>())
          throw std::invalid_argument(
              "method kernel_pca_denoising needs an experiment with observed outputs");
        kernels::points_of(data.outputs);
        decoder.require(data);
      },
      [options, decoder](const samples::DataSet& training, const regression::KeptArrays& kept) {
        const auto space = std::make_shared<const outputs::TrainingOutputs>(training.outputs, options.cut,
                                                                            options.centring, kept);
        const kernels::Points y = kernels::points_of(training.outputs);
        std::optional<outputs::FeaturePoints> to_training;
        if (decoder.fitted == decoders::TrainingPredictions::in_sample)
          to_training = outputs::Coordinates{
              space->pca().project(training.inputs.get<outputs::Observed>().points.cross_gram(y))};
        const std::shared_ptr<const decoders::Decoder> bound = decoder.bind(training.inputs, space);
        return fitted([=](const samples::SampleSet& inputs) {
          const outputs::Coordinates coordinates{
              space->pca().project(inputs.get<outputs::Observed>().points.cross_gram(y))};
          return FitNotes{.cut = equal_cut(*space)}.with_notes(
              bound->decode({coordinates, to_training}, inputs), inputs.size());
        });
      });
}

}  // namespace preimage::models
