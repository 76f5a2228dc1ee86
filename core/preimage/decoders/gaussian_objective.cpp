#include "preimage/decoders/gaussian_objective.hpp"

#include "preimage/base/error.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

GaussianObjective::GaussianObjective(const arma::mat& weights, const arma::mat& Y, double sigma)
    : weights_(weights), Y_(Y), sigma_(sigma) {
  linalg::require_finite(weights, "weights");
  linalg::require_finite(Y, "training outputs");
  if (!(sigma > 0.0)) throw NumericalError("pre-image: the output bandwidth must be above 0");
}

arma::mat GaussianObjective::factors(const arma::mat& Z) const {
  // Of one point the differences are faster than a product, and down the columns of Y.
  if (Z.n_rows == 1)
    return linalg::gaussian_of_squared_distances(linalg::squared_euclidean_distances(Y_, Z), sigma_).t();
  return linalg::gaussian_of_squared_distances(linalg::squared_distances_by_product(Z, Y_), sigma_);
}

GaussianObjective::Values GaussianObjective::operator()(const arma::mat& Z) const {
  const arma::mat kernel_values = factors(Z);
  const arma::mat terms = weights_ % kernel_values;
  Values values;
  values.objective = -arma::sum(terms, 1);
  values.scale = arma::sum(arma::abs(terms), 1);
  values.gradient = Z;
  values.gradient.each_col() %= arma::vec(-values.objective);
  values.gradient = (values.gradient - terms * Y_) / (sigma_ * sigma_);
  return values;
}

}  // namespace preimage::decoders
