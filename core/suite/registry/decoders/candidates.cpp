#include "preimage/decoders/candidate_search.hpp"
#include "preimage/validation/feature_candidates.hpp"
#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

class CandidateDecoder final : public Decoder {
 public:
  explicit CandidateDecoder(std::shared_ptr<const validation::TrainingOutputs> outputs)
      : outputs_(std::move(outputs)) {
    if (outputs_->problem().output_features) features_.emplace(outputs_->problem(), outputs_->train());
  }

  validation::Prediction decode(const validation::FeaturePrediction& prediction,
                                const validation::Indices& /*test*/) const override {
    if (prediction.features) return features_.value().nearest(*prediction.features);
    const validation::Indices& train = outputs_->train();
    if (prediction.coordinates || !outputs_->keeps_all_directions()) {
      const arma::mat coordinates = validation::coordinates_of(prediction, *outputs_);
      return {validation::Chosen{train.elem(decoders::nearest_by_coordinates(
          coordinates, outputs_->pca().coordinates(), outputs_->candidates()))}};
    }
    const arma::mat weights = validation::weights_of(prediction, *outputs_);
    if (features_) return features_->nearest(weights * outputs_->problem().output_features->rows(train));
    const arma::mat L = outputs_->gram();
    return {validation::Chosen{
        train.elem(decoders::nearest_by_gram(weights, L, L.diag(), outputs_->candidates()))}};
  }

 private:
  std::shared_ptr<const validation::TrainingOutputs> outputs_;
  std::optional<validation::FeatureCandidates> features_;
};

DecoderFactory parse(const config::Reader& /*reader*/) {
  DecoderFactory factory{[](const validation::Problem&) {},
                         [](std::shared_ptr<const validation::TrainingOutputs> outputs) {
                           return std::make_unique<const CandidateDecoder>(std::move(outputs));
                         }};
  factory.takes_features = true;
  return factory;
}

}  // namespace

DecoderRow make_candidates_row() {
  return {"candidates",         1,    "the training output nearest to the prediction in feature space", {},
          "{name: candidates}", parse};
}

}  // namespace preimage::suite::registry
