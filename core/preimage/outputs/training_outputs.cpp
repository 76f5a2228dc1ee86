#include "preimage/outputs/training_outputs.hpp"

#include <algorithm>
#include <cmath>
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

/// sqrt(mean_i |phi(y_i) - phibar|^2), phibar 0 where the outputs are not centred.
double spread_of_rows(const arma::mat& F, bool is_centred) {
  const arma::rowvec mean =
      is_centred ? arma::rowvec(arma::mean(F, 0)) : arma::rowvec(F.n_cols, arma::fill::zeros);
  return arma::norm(F.each_row() - mean, "fro") / std::sqrt(static_cast<double>(F.n_rows));
}

double spread_of_gram(const arma::mat& L, bool is_centred) {
  const double squared = arma::mean(arma::vec(L.diag())) - (is_centred ? arma::mean(arma::mean(L)) : 0.0);
  return std::sqrt(std::max(0.0, squared));
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
      projector_([pca = pca_] { return pca->projector(); }),
      spread_(0.0) {
  if (samples_.has<ExplicitFeatures>())
    features_.emplace([set = samples_] { return set.get<ExplicitFeatures>(); });
  spread_ = base::Lazy<double>([features = features_, gram = gram_, is_centred = are_centred()] {
    return features ? spread_of_rows((*features)->values, is_centred) : spread_of_gram(*gram, is_centred);
  });
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

regression::Rounding TrainingOutputs::rounding_of(const FeaturePoints& points) const {
  const regression::Rounding& own =
      std::visit([](const auto& form) -> const regression::Rounding& { return form.rounding; }, points);
  if (!std::holds_alternative<Weights>(points)) return own;
  return own.changed([spread = spread_](const arma::vec& errors) { return arma::vec(errors * *spread); });
}

regression::Rounding TrainingOutputs::coordinate_rounding_of(const FeaturePoints& points) const {
  const auto* weights = std::get_if<Weights>(&points);
  arma::vec of_directions(count(points), arma::fill::ones);
  if (weights != nullptr) of_directions = arma::sqrt(arma::sum(arma::square(weights->values), 1));
  of_directions *= pca().coordinate_error();
  return rounding_of(points).changed([of_directions](const arma::vec& errors) {
    return errors.is_empty() ? of_directions : arma::vec(errors + of_directions);
  });
}

}  // namespace preimage::outputs
