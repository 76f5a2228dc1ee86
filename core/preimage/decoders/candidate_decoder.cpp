#include "preimage/decoders/candidate_decoder.hpp"

#include <optional>
#include <set>
#include <utility>

#include "preimage/decoders/candidate_search.hpp"
#include "preimage/decoders/class_scores.hpp"

namespace preimage::decoders {

namespace {

class CandidateDecoder final : public Decoder {
 public:
  explicit CandidateDecoder(std::shared_ptr<const outputs::OutputSpace> outputs)
      : outputs_(std::move(outputs)),
        classes_(class_candidates(outputs_->samples(), outputs_->candidates())) {
    if (outputs_->features() != nullptr) features_.emplace(*outputs_);
  }

  outputs::Prediction decode(const FeaturePrediction& prediction,
                             const samples::SampleSet& /*inputs*/) const override {
    outputs::Prediction result{
        outputs::Chosen{outputs_->samples().numbers().elem(nearest(prediction.points))}};
    if (classes_) result.scores = scores(prediction.points);
    return result;
  }

 private:
  /// Positions among the training outputs.
  arma::uvec nearest(const outputs::FeaturePoints& points) const {
    if (std::holds_alternative<outputs::Features>(points))
      return features_.value().nearest(std::get<outputs::Features>(points).values);
    if (std::holds_alternative<outputs::Coordinates>(points) || !outputs_->keeps_all_directions()) {
      return nearest_by_coordinates(outputs_->coordinates_of(points), outputs_->pca().coordinates(),
                                    outputs_->candidates());
    }
    const arma::mat weights = outputs_->weights_of(points);
    if (features_) return features_->nearest(weights * *outputs_->features());
    return nearest_by_gram(weights, outputs_->gram(), outputs_->candidates());
  }

  /// Of classes. With all directions in the feature space itself, whichever coordinates the search takes.
  outputs::Scores scores(const outputs::FeaturePoints& points) const {
    const arma::uvec& positions = classes_->positions;
    if (!outputs_->keeps_all_directions())
      return scores_by_coordinates(*classes_, outputs_->coordinates_of(points),
                                   outputs_->pca().coordinates().rows(positions));
    if (features_)
      return scores_by_coordinates(*classes_, outputs_->features_of(points),
                                   outputs_->features()->rows(positions));
    const arma::mat& L = outputs_->gram();
    const arma::vec norms = L.diag();
    return scores_by_products(*classes_, outputs_->weights_of(points) * L.cols(positions),
                              norms.elem(positions));
  }

  std::shared_ptr<const outputs::OutputSpace> outputs_;
  std::optional<ClassCandidates> classes_;
  std::optional<FeatureCandidates> features_;
};

}  // namespace

DecoderRecipe candidate_decoder() {
  return {[](const samples::DataSet&) {},
          [](const samples::SampleSet& /*inputs*/, std::shared_ptr<const outputs::OutputSpace> outputs) {
            return std::make_unique<const CandidateDecoder>(std::move(outputs));
          },
          Fitted::none, true};
}

FeatureCandidates::FeatureCandidates(const outputs::OutputSpace& outputs) {
  const arma::mat& F = *outputs.features();
  std::set<std::vector<double>> seen;
  std::vector<arma::uword> positions;
  for (arma::uword i = 0; i < F.n_rows; ++i) {
    if (outputs.candidates()(i) == 0) continue;
    const arma::rowvec features = F.row(i);
    if (seen.insert(arma::conv_to<std::vector<double>>::from(features)).second) positions.push_back(i);
  }
  positions_ = arma::conv_to<arma::uvec>::from(positions);
  features_ = F.rows(positions_);
}

arma::uvec FeatureCandidates::nearest(const arma::mat& predicted) const {
  const arma::uvec all(positions_.n_elem, arma::fill::ones);
  return positions_.elem(nearest_by_coordinates(predicted, features_, all));
}

}  // namespace preimage::decoders
