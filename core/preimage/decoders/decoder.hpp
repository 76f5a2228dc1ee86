// Step 3 of kernel dependency estimation: from a point in the output feature space to an output.
#pragma once

#include <armadillo>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "preimage/outputs/prediction.hpp"
#include "preimage/outputs/training_outputs.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::decoders {

/// What a regression predicts of t inputs.
struct FeaturePrediction {
  outputs::FeaturePoints points;
  /// The same regression's prediction for the training samples, where the decoder asked for it.
  std::optional<outputs::FeaturePoints> fitted = std::nullopt;
};

/// A decoder bound to the outputs of one training set.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// inputs  the t samples that the prediction is for: a decoder may look at them
  /// throws  NumericalError (not finite)
  virtual outputs::Prediction decode(const FeaturePrediction& prediction,
                                     const samples::SampleSet& inputs) const = 0;
};

using DecoderPtr = std::unique_ptr<const Decoder>;

/// Predictions for the training samples themselves that a decoder wants beside those for the inputs: none,
/// those of the model fitted to all of them, or for each that of the model fitted to the others.
enum class TrainingPredictions { none, in_sample, leave_one_out };

/// A decoder with its options, which no training set is bound to yet.
struct DecoderRecipe {
  /// throws  std::invalid_argument naming the decoder where the samples are not of the kind that it needs
  std::function<void(const samples::DataSet&)> require;
  /// Binds it to training samples that passed `require`; most decoders look at their outputs alone.
  std::function<DecoderPtr(const samples::SampleSet& inputs, std::shared_ptr<const outputs::TrainingOutputs>)>
      bind;
  TrainingPredictions fitted = TrainingPredictions::none;  // what FeaturePrediction::fitted has to hold
  /// Decodes points in explicit features, too, where the outputs have them and all directions are kept: a
  /// regression may then predict those alone.
  bool takes_features = false;
  /// Its name and all of its options, "fixed_point(start = nearest, max_iterations = 1000)": a saved model is
  /// read with a decoder of the same description alone. Empty: not compared.
  std::string description = {};
  /// As takes_features, where these features are the output vectors themselves.
  bool takes_vectors = false;

  bool takes_features_of(const outputs::TrainingOutputs& outputs) const {
    return takes_features || (takes_vectors && outputs.features_are_vectors());
  }
};

/// throws  std::invalid_argument naming the decoder where the outputs are no vectors
void require_vectors(const samples::SampleSet& outputs, const std::string& decoder);

/// A decoder that is one formula.
/// map  t x d outputs of points, for outputs of m training samples
using Formula =
    std::function<outputs::NewVectors(const outputs::FeaturePoints&, const outputs::TrainingOutputs&)>;
DecoderRecipe formula_decoder(Formula map, const std::string& name);

}  // namespace preimage::decoders
