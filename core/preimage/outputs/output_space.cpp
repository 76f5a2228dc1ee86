#include "preimage/outputs/output_space.hpp"

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

OutputSpace::OutputSpace(Parts parts, ComponentCut cut, Centring centring)
    : parts_(std::move(parts)),
      cut_(cut),
      centring_(centring),
      pca_([gram = parts_.gram, cut, centring] { return KernelPca(*gram, cut, centring); }),
      projector_([pca = pca_] { return pca->projector(); }) {}

arma::mat OutputSpace::coordinates_of(const FeaturePoints& points) const {
  if (const auto* coordinates = std::get_if<Coordinates>(&points)) return coordinates->values;
  return weights_in(points) * pca().coordinates();
}

arma::mat OutputSpace::weights_of(const FeaturePoints& points) const {
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

arma::mat OutputSpace::features_of(const FeaturePoints& points) const {
  if (features() == nullptr) throw std::invalid_argument("the output kernel has no explicit features here");
  if (const auto* explicit_features = std::get_if<Features>(&points)) return explicit_features->values;
  return weights_of(points) * *features();
}

}  // namespace preimage::outputs
