// Decoders that need no search: one formula, or one map learned beforehand.
#include "preimage/base/error.hpp"
#include "preimage/decoders/exact_preimage.hpp"
#include "preimage/decoders/fixed_point.hpp"
#include "preimage/decoders/learned_preimage.hpp"
#include "suite/registry/decoders/decoders.hpp"

namespace preimage::suite::registry {

namespace {

using Map = std::function<arma::mat(const validation::FeaturePrediction&)>;

class DirectDecoder final : public Decoder {
 public:
  explicit DirectDecoder(Map map) : map_(std::move(map)) {}
  validation::Prediction decode(const validation::FeaturePrediction& prediction,
                                const validation::Indices& /*test*/) const override {
    return {validation::Outputs{map_(prediction)}};
  }

 private:
  Map map_;
};

void require_vectors(const validation::Problem& problem, const std::string& decoder) {
  if (problem.output_vectors.is_empty())
    throw ConfigError("decoder " + decoder + " needs outputs that are vectors");
}

}  // namespace

DecoderFactory parse_closed_form(const config::Reader& /*reader*/) {
  return {[](const validation::Problem& problem) { require_vectors(problem, "closed_form"); },
          [](std::shared_ptr<const validation::TrainingOutputs> outputs) {
            return std::make_unique<const DirectDecoder>(
                [outputs](const validation::FeaturePrediction& prediction) {
                  return decoders::closed_form(validation::weights_of(prediction, *outputs),
                                               outputs->vectors());
                });
          }};
}

DecoderFactory parse_learned_preimage(const config::Reader& reader) {
  decoders::LearnedPreimageOptions options;
  options.sigma = reader.number("sigma", config::kPositive);
  options.ridge = reader.number("ridge", config::kNonNegative);
  if (reader.choice("ridge_form", {"plain", "squared"}, "plain") == "squared") {
    options.form = regression::RidgeForm::squared;
  }
  options.centre_targets = reader.boolean("centre_targets", true);
  return {[](const validation::Problem& problem) { require_vectors(problem, "learned_preimage"); },
          [options](std::shared_ptr<const validation::TrainingOutputs> outputs) {
            const decoders::LearnedPreimage map(outputs->pca().coordinates(), outputs->vectors(), options);
            return std::make_unique<const DirectDecoder>(
                [outputs, map](const validation::FeaturePrediction& prediction) {
                  return map(validation::coordinates_of(prediction, *outputs));
                });
          }};
}

DecoderFactory parse_exact_preimage(const config::Reader& /*reader*/) {
  return {[](const validation::Problem& problem) {
            require_vectors(problem, "exact_preimage");
            if (!problem.output_polynomial || problem.output_polynomial->degree % 2 == 0) {
              throw ConfigError("decoder exact_preimage needs a polynomial output kernel of odd degree");
            }
          },
          [](std::shared_ptr<const validation::TrainingOutputs> outputs) {
            return std::make_unique<const DirectDecoder>(
                [outputs](const validation::FeaturePrediction& prediction) {
                  const validation::PolynomialForm form = *outputs->problem().output_polynomial;
                  return decoders::exact_preimage(validation::weights_of(prediction, *outputs),
                                                  outputs->vectors(), form.degree, form.offset);
                });
          }};
}

}  // namespace preimage::suite::registry
