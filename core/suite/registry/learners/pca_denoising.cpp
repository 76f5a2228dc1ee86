#include "preimage/base/error.hpp"
#include "preimage/decoders/fixed_point.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/validation/problem.hpp"
#include "suite/registry/denoising.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

class PcaDenoisingLearner final : public DenoisingLearner {
 public:
  PcaDenoisingLearner(const validation::Problem& problem, DenoisingOptions options)
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
  DenoisingOptions options_;
};

LearnerBuilder parse(const config::Reader& reader) {
  const DenoisingOptions options = parse_denoising(reader);
  return [=](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    if (problem.observed_outputs.is_empty()) {
      throw ConfigError("method pca_denoising needs an experiment with observed outputs");
    }
    return std::make_unique<PcaDenoisingLearner>(problem, options);
  };
}

}  // namespace

LearnerRow make_pca_denoising_row() {
  return {"pca_denoising",
          1,
          "observed outputs projected on the principal components of the training outputs",
          denoising_parameters(),
          "{method: pca_denoising, n_components: 2}",
          parse};
}

}  // namespace preimage::suite::registry
