#include "preimage/decoders/learned_preimage.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

constexpr const char* kRcond = "preimage_map_rcond";  // files of 0.1 have none

class LearnedPreimageDecoder final : public Decoder {
 public:
  LearnedPreimageDecoder(std::shared_ptr<const outputs::TrainingOutputs> outputs,
                         const LearnedPreimageOptions& options)
      : outputs_(std::move(outputs)),
        map_(outputs_->pca().coordinates(), outputs_->vectors(), options, outputs_->kept()) {}

  outputs::Prediction decode(const FeaturePrediction& prediction,
                             const samples::SampleSet& inputs) const override {
    outputs::Prediction result{outputs::NewVectors{map_(outputs_->coordinates_of(prediction.points))}};
    if (map_.rcond() < linalg::kFewDigits) {
      result.diagnostics[outputs::kIllConditioned] = arma::vec(inputs.size(), arma::fill::ones);
      result.fit_notes.push_back(
          fmt::format("ridge of the pre-image map too small: the rounding of its Gram matrix weighs as much "
                      "(reciprocal condition number {:.0e})",
                      map_.rcond()));
    }
    return result;
  }

 private:
  std::shared_ptr<const outputs::TrainingOutputs> outputs_;
  LearnedPreimage map_;
};

}  // namespace

LearnedPreimage::LearnedPreimage(const arma::mat& coordinates, const arma::mat& Y,
                                 const LearnedPreimageOptions& options, const regression::KeptArrays& kept)
    : coordinates_(coordinates), sigma_(options.sigma) {
  linalg::require_finite(coordinates, "training coordinates");
  linalg::require_finite(Y, "training outputs");
  if (coordinates.n_rows != Y.n_rows)
    throw NumericalError("pre-image map: as many coordinates as outputs expected");
  if (!(sigma_ > 0.0)) throw NumericalError("pre-image map: sigma must be above 0");
  offset_ =
      options.centre_targets ? arma::rowvec(arma::mean(Y, 0)) : arma::rowvec(Y.n_cols, arma::fill::zeros);
  if (!kept.is_loading()) {
    const linalg::SymmetricMatrix K(kappa(coordinates_), "Gram matrix of the training coordinates");
    beta_ =
        regression::ridge_dual_operator(K, options.form, options.ridge, &rcond_) * (Y.each_row() - offset_);
  }
  kept.field("preimage_map", {Y.n_rows, Y.n_cols}, beta_);
  if (kept.has(kRcond)) kept.field(kRcond, rcond_);
}

arma::mat LearnedPreimage::operator()(const arma::mat& coordinates) const {
  linalg::require_finite(coordinates, "predicted coordinates");
  arma::mat outputs = kappa(coordinates) * beta_;
  outputs.each_row() += offset_;
  return outputs;
}

arma::mat LearnedPreimage::kappa(const arma::mat& coordinates) const {
  return linalg::gaussian_of_squared_distances(
      linalg::squared_distances_by_product(coordinates, coordinates_), sigma_);
}

DecoderRecipe learned_preimage_decoder(const LearnedPreimageOptions& options) {
  const std::string name = "learned_preimage";
  return {[name](const samples::DataSet& data) { require_vectors(data.outputs, name); },
          [=](const samples::SampleSet& /*inputs*/, std::shared_ptr<const outputs::TrainingOutputs> outputs) {
            return std::make_unique<const LearnedPreimageDecoder>(std::move(outputs), options);
          },
          TrainingPredictions::none, false,
          fmt::format("{}(sigma = {}, ridge = {}, ridge_form = {}, centre_targets = {})", name, options.sigma,
                      options.ridge, options.form == regression::RidgeForm::plain ? "plain" : "squared",
                      options.centre_targets)};
}

}  // namespace preimage::decoders
