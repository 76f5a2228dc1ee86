#include "preimage/base/error.hpp"
#include "preimage/linalg/distances.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/string_decoding.hpp"

namespace preimage::suite::registry {

namespace {

/// The learned pre-image of a string embedding [Bakir et al. 2003, sec. 3.2 and 4]: the training set of the
/// pre-image map are (embedding, window) pairs of all training positions, with the output symbol as label.
class PerPositionDecoder final : public Decoder {
 public:
  PerPositionDecoder(std::shared_ptr<const validation::TrainingOutputs> outputs, StringDecoding decoding,
                     bool stores_fitted)
      : outputs_(std::move(outputs)), decoding_(decoding), stores_fitted_(stores_fitted) {}

  validation::Prediction decode(const validation::FeaturePrediction& prediction,
                                const validation::Indices& test) const override {
    const arma::mat distances =
        linalg::squared_distances_by_product(outputs_->coordinates_of(prediction.points), stored(prediction));
    return {validation::Strings{
        decode_strings(outputs_->problem(), {outputs_->train(), test}, decoding_, distances)}};
  }

 private:
  /// The embeddings of the training strings: their own, or what the learner predicts for them.
  arma::mat stored(const validation::FeaturePrediction& prediction) const {
    if (!stores_fitted_) return outputs_->pca().coordinates();
    if (!prediction.fitted) {
      throw ConfigError(
          "decoder per_position: this method does not fit its training samples, so embeddings "
          "can only be 'true'");
    }
    return outputs_->coordinates_of(*prediction.fitted);
  }

  std::shared_ptr<const validation::TrainingOutputs> outputs_;
  StringDecoding decoding_;
  bool stores_fitted_;
};

constexpr Integer kK{"k", 1, 1000000, "positions that vote"};
constexpr Number kWindowWeight{"window_weight", config::kNonNegative, "of the windows against the embeddings",
                               1.0};
constexpr Choice kEmbeddings{"embeddings", "true | fitted",
                             "of the training strings: their own, or the model's predictions for them",
                             "true"};
constexpr Choice kLength{"length", "known | predicted", "known: an output is as long as its input", "known"};

DecoderFactory parse(const config::Reader& reader) {
  StringDecoding decoding = parse_string_decoding(reader);
  decoding.positions.k = kK.read_as<std::size_t>(reader);
  decoding.positions.window_weight = kWindowWeight.read(reader);
  decoding.is_length_known = kLength.is(reader, "known");
  const bool stores_fitted = kEmbeddings.is(reader, "fitted");
  return {[](const validation::Problem& problem) {
            if (problem.input_strings.empty() || problem.output_strings.empty()) {
              throw ConfigError("decoder per_position needs inputs and outputs that are strings");
            }
          },
          [decoding, stores_fitted](std::shared_ptr<const validation::TrainingOutputs> outputs) {
            return std::make_unique<const PerPositionDecoder>(std::move(outputs), decoding, stores_fitted);
          },
          stores_fitted ? Fitted::to_all : Fitted::none};
}

}  // namespace

DecoderRow make_per_position_row() {
  return {"per_position",
          2,
          "a string symbol by symbol, from the nearest training positions",
          facts_of(string_decoding_parameters(), kK, kWindowWeight, kEmbeddings, kLength),
          "{name: per_position, window: 3, k: 3, ties: all_tied}",
          parse};
}

}  // namespace preimage::suite::registry
