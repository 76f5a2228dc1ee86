#include "preimage/validation/training_outputs.hpp"

#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::validation {

const outputs::KernelPca& TrainingOutputs::pca() const {
  if (!pca_) pca_.emplace(gram(), cut_, centring_);
  return *pca_;
}

arma::mat coordinates_of(const FeaturePrediction& prediction, const TrainingOutputs& outputs) {
  if (prediction.coordinates) return *prediction.coordinates;
  return *prediction.weights * outputs.pca().coordinates();
}

arma::mat weights_of(const FeaturePrediction& prediction, const TrainingOutputs& outputs) {
  arma::mat weights;
  if (prediction.coordinates) {
    weights = outputs.pca().expansion(*prediction.coordinates);
  } else if (outputs.keeps_all_directions()) {
    weights = *prediction.weights;
  } else {
    weights = *prediction.weights * outputs.pca().projector();
  }
  return outputs.are_centred() ? regression::with_centred_outputs(weights) : weights;
}

}  // namespace preimage::validation
