#include "preimage/outputs/training_outputs.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::outputs {

namespace {

/// Requires weights.
const arma::mat& weights_in(const FeaturePoints& points) {
  const auto* weights = std::get_if<Weights>(&points);
  if (weights == nullptr)
    throw std::invalid_argument("points in explicit features have neither weights nor coordinates");
  return weights->values;
}

}  // namespace

TrainingOutputs::TrainingOutputs(samples::SampleSet outputs, ComponentCut cut, Centring centring,
                                 regression::KeptArrays kept)
    : samples_(std::move(outputs)),
      cut_(cut),
      centring_(centring),
      kept_(std::move(kept)),
      gram_([set = samples_] { return kernels::points_of(set).gram(); }),
      vectors_([set = samples_] { return set.has<arma::mat>() ? set.get<arma::mat>() : arma::mat(); }),
      candidates_([set = samples_] { return candidate_marks(set); }),
      pca_([gram = gram_, cut, centring, held = kept_] { return KernelPca(*gram, cut, centring, held); }),
      projector_([pca = pca_] { return pca->projector(); }) {
  if (samples_.has<ExplicitFeatures>())
    features_.emplace([set = samples_] { return set.get<ExplicitFeatures>(); });
  if (!samples_.has<kernels::Points>()) return;
  forms_ = samples_.get<kernels::Points>().kernel_forms();
}

bool TrainingOutputs::features_are_vectors() const {
  const arma::mat* F = features();
  return F != nullptr && arma::size(*F) == arma::size(vectors()) &&
         std::equal(F->begin(), F->end(), vectors().begin());
}

arma::mat TrainingOutputs::coordinates_of(const FeaturePoints& points) const {
  if (const auto* coordinates = std::get_if<Coordinates>(&points)) return coordinates->values;
  return weights_in(points) * pca().coordinates();
}

arma::mat TrainingOutputs::weights_of(const FeaturePoints& points) const {
  arma::mat weights;
  if (const auto* coordinates = std::get_if<Coordinates>(&points)) {
    weights = pca().expansion(coordinates->values);
  } else if (keeps_all_directions()) {
    weights = weights_in(points);
  } else {
    weights = weights_in(points) * *projector_;
  }
  return are_centred() ? regression::with_centred_outputs(weights) : weights;
}

arma::mat TrainingOutputs::features_of(const FeaturePoints& points) const {
  if (features() == nullptr) throw std::invalid_argument("the output kernel has no explicit features here");
  if (const auto* explicit_features = std::get_if<Features>(&points)) return explicit_features->values;
  return weights_of(points) * *features();
}

}  // namespace preimage::outputs
