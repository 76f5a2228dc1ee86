// Step 3 of kernel dependency estimation: from a prediction in the output feature space to outputs. A decoder
// is a class and a row of this table; learners know decoders by this interface only.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "preimage/validation/prediction.hpp"
#include "preimage/validation/training_outputs.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// A decoder bound to the outputs of one training set.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// `test` are the samples that the prediction is for: a decoder may look at their inputs, never at their
  /// outputs.
  virtual validation::Prediction decode(const validation::FeaturePrediction& prediction,
                                        const validation::Indices& test) const = 0;
};

/// Predictions for the training samples themselves that a decoder wants beside those for the test samples:
/// none, those of the model fitted to all of them, or for each that of the model fitted to the others.
enum class Fitted { none, to_all, to_others };

/// A parsed decoder.
struct DecoderFactory {
  /// throws  ConfigError where the problem lacks what the decoder needs
  std::function<void(const validation::Problem&)> require;
  /// Binds it to the outputs of a training set, of a problem that passed `require`.
  std::function<std::unique_ptr<const Decoder>(std::shared_ptr<const validation::TrainingOutputs>)> bind;
  Fitted fitted = Fitted::none;  // what FeaturePrediction::fitted has to hold
  /// Decodes FeaturePrediction::features too, where the problem has explicit output features and all
  /// directions are kept: a learner may then predict those alone.
  bool takes_features = false;
};

struct DecoderRow {
  std::string name;
  int version = 1;  // raised when its numbers change; part of a cell's key
  std::string summary;
  std::vector<ParameterFacts> parameters;
  std::string example;                                    // a YAML flow map that the conformance tests run
  DecoderFactory (*parse)(const config::Reader& reader);  // reads all parameters but `name`
};

/// A row is a file decoders/<name>.cpp; CMake finds them. In the order of their names.
const std::vector<DecoderRow>& decoder_table();

struct ParsedDecoder {
  std::string name;
  DecoderFactory factory;
};

/// The decoder that the map below `key` describes, {name: ..., parameters}; absent: the candidate search. Notes the row's
/// version.
/// throws  ConfigError (unknown name, with the nearest)
ParsedDecoder parse_decoder(const config::Reader& learner, const std::string& key);

}  // namespace preimage::suite::registry
