#include "preimage/decoders/expected_loss.hpp"

#include <utility>

#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/outputs/forms.hpp"

namespace preimage::decoders {

namespace {

constexpr double kEqual = 1e-12;  // how well weights are known

class ExpectedLossDecoder final : public Decoder {
 public:
  ExpectedLossDecoder(std::shared_ptr<const outputs::TrainingOutputs> outputs, arma::mat losses)
      : outputs_(std::move(outputs)), losses_(std::move(losses)) {}

  outputs::Prediction decode(const FeaturePrediction& prediction,
                             const samples::SampleSet& /*inputs*/) const override {
    const arma::mat weights = outputs_->weights_of(prediction.points);
    const auto* own = std::get_if<outputs::Weights>(&prediction.points);
    const arma::uvec chosen = smallest_expected_loss(weights, losses_, outputs_->candidates(),
                                                     own != nullptr ? *own->rounding.errors : arma::vec());
    return {outputs::Chosen{outputs_->samples().numbers().elem(chosen)}};
  }

 private:
  std::shared_ptr<const outputs::TrainingOutputs> outputs_;
  arma::mat losses_;  // m x m
};

}  // namespace

arma::uvec smallest_expected_loss(const arma::mat& weights, const arma::mat& losses,
                                  const arma::uvec& allowed, const arma::vec& errors) {
  arma::mat known = kEqual * (arma::abs(weights) * arma::abs(losses));
  if (!errors.is_empty()) known += errors * arma::sqrt(arma::sum(arma::square(losses), 0));
  return first_smallest_in_rows(weights * losses, known, allowed);
}

DecoderRecipe expected_loss_decoder(PairwiseLoss loss) {
  return {[require = loss.require](const samples::DataSet& data) {
            require(outputs::in_own_units(data.outputs));
          },
          [values = loss.values](const samples::SampleSet& /*inputs*/,
                                 std::shared_ptr<const outputs::TrainingOutputs> outputs) {
            arma::mat losses = values(outputs::in_own_units(outputs->samples()));
            return std::make_unique<const ExpectedLossDecoder>(std::move(outputs), std::move(losses));
          }};
}

}  // namespace preimage::decoders
