#include "preimage/base/error.hpp"
#include "preimage/validation/problem.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/denoising.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

class KernelPcaDenoisingLearner final : public DenoisingLearner {
 public:
  KernelPcaDenoisingLearner(const validation::Problem& problem, DenoisingOptions options,
                            ParsedDecoder decoder)
      : problem_(problem), options_(options), decoder_(std::move(decoder)) {}

  /// "This denoised pattern z can be obtained as solution to z = arg min ||P_a phi(x) - phi(z)||^2"
  ///                                                             [Bakir, Weston, Schoelkopf 2003, eq. (2)]
  validation::Prediction predict(std::size_t /*g*/, const validation::Split& split) const override {
    const auto training = std::make_shared<const validation::TrainingOutputs>(
        problem_, split.train, options_.cut, options_.centring);
    const arma::mat coordinates =
        training->pca().project(problem_.observed_gram.submat(split.test, split.train));
    validation::FeaturePrediction prediction{outputs::Coordinates{coordinates}};
    if (decoder_.factory.fitted == Fitted::to_all) {
      prediction.fitted = outputs::Coordinates{
          training->pca().project(problem_.observed_gram.submat(split.train, split.train))};
    }
    return decoder_.factory.bind(training)->decode(prediction, split.test);
  }

 private:
  const validation::Problem& problem_;
  DenoisingOptions options_;
  ParsedDecoder decoder_;
};

constexpr Part kDecoder{"decoder", "a decoder", "candidates where it is left out", true};

LearnerBuilder parse(const config::Reader& reader) {
  const DenoisingOptions options = parse_denoising(reader);
  const ParsedDecoder decoder = parse_decoder(reader, kDecoder.name);
  if (decoder.factory.fitted == Fitted::to_others) {
    reader.fail(kDecoder.name, "method kernel_pca_denoising has no leave-one-out predictions");
  }
  return [=](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    if (problem.observed_gram.is_empty()) {
      throw ConfigError("method kernel_pca_denoising needs an experiment with observed outputs");
    }
    decoder.factory.require(problem);
    return std::make_unique<KernelPcaDenoisingLearner>(problem, options, decoder);
  };
}

}  // namespace

LearnerRow make_kernel_pca_denoising_row() {
  return {"kernel_pca_denoising",
          1,
          "observed outputs projected on the kernel principal components of the training outputs, and a "
          "pre-image",
          facts_of(denoising_parameters(), kDecoder),
          "{method: kernel_pca_denoising, n_components: 5, decoder: {name: fixed_point}}",
          parse};
}

}  // namespace preimage::suite::registry
