#include "preimage/base/error.hpp"
#include "preimage/decoders/fixed_point.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "suite/registry/decoders/decoder_table.hpp"
#include "suite/registry/learners/component_cut.hpp"
#include "suite/registry/learners/learners.hpp"

namespace preimage::suite::registry {

namespace {

struct Options {
  outputs::ComponentCut cut;
  outputs::Centring centring = outputs::Centring::training_mean;
};

Options parse_options(const config::Reader& reader) {
  const bool centred = reader.boolean("centred", true);
  return {parse_component_cut(reader), centred ? outputs::Centring::training_mean : outputs::Centring::none};
}

/// A learner without hyper-parameters.
class DenoisingLearner : public validation::Learner {
 public:
  std::size_t grid_size() const override { return 1; }
  validation::Parameters parameters(std::size_t /*g*/) const override { return {}; }
};

class KernelPcaDenoisingLearner final : public DenoisingLearner {
 public:
  KernelPcaDenoisingLearner(const validation::Problem& problem, Options options, ParsedDecoder decoder)
      : problem_(problem), options_(options), decoder_(std::move(decoder)) {}

  /// "This denoised pattern z can be obtained as solution to z = arg min ||P_a phi(x) - phi(z)||^2"
  ///                                                             [Bakir, Weston, Schoelkopf 2003, eq. (2)]
  validation::Prediction predict(std::size_t /*g*/, const validation::Split& split) const override {
    const auto outputs = std::make_shared<const validation::TrainingOutputs>(problem_, split.train,
                                                                             options_.cut, options_.centring);
    const arma::mat coordinates =
        outputs->pca().project(problem_.observed_gram.submat(split.test, split.train));
    validation::FeaturePrediction prediction{std::nullopt, coordinates};
    if (decoder_.factory.fitted == Fitted::to_all) {
      prediction.fitted = std::make_shared<const validation::FeaturePrediction>(validation::FeaturePrediction{
          std::nullopt, outputs->pca().project(problem_.observed_gram.submat(split.train, split.train))});
    }
    return decoder_.factory.bind(outputs)->decode(prediction, split.test);
  }

 private:
  const validation::Problem& problem_;
  Options options_;
  ParsedDecoder decoder_;
};

class PcaDenoisingLearner final : public DenoisingLearner {
 public:
  PcaDenoisingLearner(const validation::Problem& problem, Options options)
      : problem_(problem), options_(options) {}

  /// PCA is kernel PCA with the linear kernel, whose pre-images are in closed form.
  validation::Prediction predict(std::size_t /*g*/, const validation::Split& split) const override {
    const arma::mat Y = problem_.output_vectors.rows(split.train);
    const outputs::KernelPca pca(Y * Y.t(), options_.cut, options_.centring);
    const arma::mat weights = pca.expansion(pca.project(problem_.observed_outputs.rows(split.test) * Y.t()));
    const bool centred = options_.centring == outputs::Centring::training_mean;
    return {validation::Outputs{
        decoders::closed_form(centred ? regression::with_centred_outputs(weights) : weights, Y)}};
  }

 private:
  const validation::Problem& problem_;
  Options options_;
};

}  // namespace

LearnerBuilder parse_kernel_pca_denoising(const config::Reader& reader) {
  const Options options = parse_options(reader);
  const ParsedDecoder decoder = parse_decoder(reader, "decoder");
  if (decoder.factory.fitted == Fitted::to_others) {
    reader.fail("decoder", "method kernel_pca_denoising has no leave-one-out predictions");
  }
  return [=](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    if (problem.observed_gram.is_empty()) {
      throw ConfigError("method kernel_pca_denoising needs an experiment with observed outputs");
    }
    decoder.factory.require(problem);
    return std::make_unique<KernelPcaDenoisingLearner>(problem, options, decoder);
  };
}

LearnerBuilder parse_pca_denoising(const config::Reader& reader) {
  const Options options = parse_options(reader);
  return [=](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    if (problem.observed_outputs.is_empty()) {
      throw ConfigError("method pca_denoising needs an experiment with observed outputs");
    }
    return std::make_unique<PcaDenoisingLearner>(problem, options);
  };
}

}  // namespace preimage::suite::registry
