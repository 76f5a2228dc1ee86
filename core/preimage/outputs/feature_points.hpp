// Predictions in the output feature space, for t samples, in one of three forms.
#pragma once

#include <armadillo>
#include <variant>

namespace preimage::outputs {

/// c(x) of   sum_i c_i(x) (phi(y_i) - phibar) + phibar,   phibar the training outputs' mean, 0 where they are not
/// centred; not yet projected on the directions that are kept.
struct Weights {
  arma::mat values;  // t x m
};

/// Along the kept directions of the kernel PCA of the training outputs.
struct Coordinates {
  arma::mat values;  // t x p
};

/// In the explicit features of the output kernel.
struct Features {
  arma::mat values;  // t x q
};

using FeaturePoints = std::variant<Weights, Coordinates, Features>;

inline arma::uword count(const FeaturePoints& points) {
  return std::visit([](const auto& form) { return form.values.n_rows; }, points);
}

}  // namespace preimage::outputs
