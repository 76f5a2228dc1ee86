#include "preimage/decoders/learned_preimage.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

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
  beta_ = kept.keep("preimage_map", {Y.n_rows, Y.n_cols}, [&] {
    const arma::mat K = kappa(coordinates_);  // exactly symmetric
    return arma::mat(regression::ridge_dual_operator(K, options.form, options.ridge) *
                     (Y.each_row() - offset_));
  });
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
          [=](const samples::SampleSet& inputs, std::shared_ptr<const outputs::TrainingOutputs> outputs) {
            const LearnedPreimage map(outputs->pca().coordinates(), outputs->vectors(), options,
                                      outputs->kept());
            const DecoderRecipe formula = formula_decoder(
                [map](const outputs::FeaturePoints& points, const outputs::TrainingOutputs& space) {
                  return outputs::NewVectors{map(space.coordinates_of(points))};
                },
                name);
            return formula.bind(inputs, std::move(outputs));
          },
          TrainingPredictions::none, false,
          fmt::format("{}(sigma = {}, ridge = {}, ridge_form = {}, centre_targets = {})", name, options.sigma,
                      options.ridge, options.form == regression::RidgeForm::plain ? "plain" : "squared",
                      options.centre_targets)};
}

}  // namespace preimage::decoders
