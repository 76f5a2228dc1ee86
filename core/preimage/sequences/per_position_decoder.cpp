#include "preimage/sequences/per_position_decoder.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/linalg/distances.hpp"

namespace preimage::sequences {

namespace {

class PerPositionDecoder final : public decoders::Decoder {
 public:
  PerPositionDecoder(std::shared_ptr<const outputs::TrainingOutputs> outputs,
                     const samples::DataSet& training, const StringDecodingOptions& options,
                     Embeddings embeddings)
      : outputs_(std::move(outputs)), decoding_(training, options), embeddings_(embeddings) {}

  outputs::Prediction decode(const decoders::FeaturePrediction& prediction,
                             const samples::SampleSet& inputs) const override {
    const arma::mat distances =
        linalg::squared_distances_by_product(outputs_->coordinates_of(prediction.points), stored(prediction));
    return {outputs::NewStrings{decoding_.decode(inputs, distances)}};
  }

 private:
  arma::mat stored(const decoders::FeaturePrediction& prediction) const {
    if (embeddings_ == Embeddings::own) return outputs_->pca().coordinates();
    if (!prediction.fitted) {
      throw std::invalid_argument(
          "decoder per_position: this method does not fit its training samples, so embeddings "
          "can only be 'true'");
    }
    return outputs_->coordinates_of(*prediction.fitted);
  }

  std::shared_ptr<const outputs::TrainingOutputs> outputs_;
  StringDecoding decoding_;
  Embeddings embeddings_;
};

}  // namespace

constexpr const char* kTieNames[] = {"all_tied", "random", "lowest_index"};

decoders::DecoderRecipe per_position_decoder(const StringDecodingOptions& options, Embeddings embeddings) {
  return {[](const samples::DataSet& data) { require_strings(data, "decoder per_position"); },
          [=](const samples::SampleSet& inputs, std::shared_ptr<const outputs::TrainingOutputs> outputs) {
            const samples::DataSet training{inputs, outputs->samples()};
            return std::make_unique<const PerPositionDecoder>(std::move(outputs), training, options,
                                                              embeddings);
          },
          embeddings == Embeddings::fitted ? decoders::TrainingPredictions::in_sample
                                           : decoders::TrainingPredictions::none,
          false,
          fmt::format("per_position(window = {}, k = {}, window_weight = {}, ties = {}, seed = {}, length = "
                      "{}, embeddings = {})",
                      options.positions.window, options.positions.k, options.positions.window_weight,
                      kTieNames[static_cast<std::size_t>(options.positions.ties)], options.seed,
                      options.is_length_known ? "known" : "predicted",
                      embeddings == Embeddings::fitted ? "fitted" : "true")};
}

}  // namespace preimage::sequences
