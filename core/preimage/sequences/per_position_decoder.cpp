#include "preimage/sequences/per_position_decoder.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/ties.hpp"
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
    const Stored embeddings = stored(prediction);
    const arma::mat points = outputs_->coordinates_of(prediction.points);
    const arma::mat distances = linalg::squared_distances_by_product(points, embeddings.coordinates);
    // The two points are known to r and s: a distance d moves by (2 d + r + s) (r + s) at most.
    arma::mat reach(arma::size(distances), arma::fill::zeros);
    reach.each_col() += base::kRoundingOfSums * arma::sqrt(arma::sum(arma::square(points), 1)) +
                        *outputs_->coordinate_rounding_of(prediction.points).errors;
    reach.each_row() += embeddings.errors.t();
    return {outputs::NewStrings{
        decoding_.decode(inputs, distances,
                         linalg::distance_errors(points, embeddings.coordinates, distances) +
                             (2.0 * arma::sqrt(distances) + reach) % reach)}};
  }

 private:
  struct Stored {
    arma::mat coordinates;  // m x p
    arma::vec errors;       // m
  };
  Stored stored(const decoders::FeaturePrediction& prediction) const {
    if (embeddings_ == Embeddings::own) {
      const outputs::KernelPca& pca = outputs_->pca();
      return {pca.coordinates(), arma::vec(outputs_->size(), arma::fill::value(pca.coordinate_error()))};
    }
    if (!prediction.fitted) {
      throw std::invalid_argument(
          "decoder per_position: this method does not fit its training samples, so embeddings "
          "can only be 'true'");
    }
    return {outputs_->coordinates_of(*prediction.fitted),
            *outputs_->coordinate_rounding_of(*prediction.fitted).errors};
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
                      "{}, embeddings = {}{})",
                      options.positions.window, options.positions.k, options.positions.window_weight,
                      kTieNames[static_cast<std::size_t>(options.positions.ties)], options.seed,
                      options.positions.has_stop ? "stop"
                      : options.is_length_known  ? "known"
                                                 : "predicted",
                      embeddings == Embeddings::fitted ? "fitted" : "true",
                      options.positions.tokens == samples::Tokens::bytes
                          ? ""
                          : fmt::format(", tokens = {}", samples::name_of(options.positions.tokens)))};
}

}  // namespace preimage::sequences
