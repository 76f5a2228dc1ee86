#include "suite/registry/library_decoder.hpp"

#include <utility>

#include "preimage/base/error.hpp"

namespace preimage::suite::registry {

namespace {

/// Says by sample numbers what a decoder of the library says by positions in the training set.
class LibraryDecoder final : public Decoder {
 public:
  LibraryDecoder(std::shared_ptr<const validation::TrainingOutputs> outputs, decoders::DecoderPtr decoder)
      : outputs_(std::move(outputs)), decoder_(std::move(decoder)) {}

  validation::Prediction decode(const validation::FeaturePrediction& prediction,
                                const validation::Indices& test) const override {
    const arma::mat& observed = outputs_->problem().observed_outputs;
    decoders::Hints hints{test};
    if (!observed.is_empty()) hints.observed = [&] { return arma::mat(observed.rows(test)); };
    decoders::Decoded found = decoder_->decode(prediction.points, hints);
    if (const auto* positions = std::get_if<arma::uvec>(&found.outputs)) {
      return {validation::Chosen{outputs_->train().elem(*positions)}, std::move(found.notes),
              std::move(found.diagnostics)};
    }
    return {validation::Outputs{std::get<arma::mat>(std::move(found.outputs))}, std::move(found.notes),
            std::move(found.diagnostics)};
  }

 private:
  std::shared_ptr<const validation::TrainingOutputs> outputs_;
  decoders::DecoderPtr decoder_;
};

constexpr Choice kStart{"start", "nearest | observed | mean | random", "where the search begins", "nearest"};

}  // namespace

DecoderFactory library_decoder(std::function<void(const validation::Problem&)> require,
                               decoders::MakeDecoder make) {
  return {std::move(require),
          [make = std::move(make)](std::shared_ptr<const validation::TrainingOutputs> outputs) {
            decoders::DecoderPtr decoder = make(outputs);
            return std::make_unique<const LibraryDecoder>(std::move(outputs), std::move(decoder));
          }};
}

DecoderFactory library_search(const std::string& name, decoders::Start start, decoders::MakeDecoder make) {
  return library_decoder(
      [=](const validation::Problem& problem) {
        if (problem.output_vectors.is_empty() || !problem.output_kernel ||
            !problem.output_kernel->gaussian_form())
          throw ConfigError("decoder " + name + " needs a Gaussian output kernel on vectors");
        if (start == decoders::Start::observed && problem.observed_outputs.is_empty())
          throw ConfigError("decoder " + name + ": start observed needs an experiment with observed outputs");
      },
      std::move(make));
}

void require_vectors(const validation::Problem& problem, const std::string& decoder) {
  if (problem.output_vectors.is_empty())
    throw ConfigError("decoder " + decoder + " needs outputs that are vectors");
}

std::vector<ParameterFacts> start_parameters() {
  return facts_of(kStart);
}

decoders::Start parse_start(const config::Reader& reader) {
  const std::string start = kStart.read(reader);
  if (start == "nearest") return decoders::Start::nearest;
  if (start == "observed") return decoders::Start::observed;
  return start == "mean" ? decoders::Start::mean : decoders::Start::random;
}

}  // namespace preimage::suite::registry
