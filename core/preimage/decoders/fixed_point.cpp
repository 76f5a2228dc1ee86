#include "preimage/decoders/fixed_point.hpp"

#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

/// One step for the samples `active`: rows of z replaced where the denominator is safely away from 0.
/// Returns for each active sample its largest change, or infinity where the step is not defined.
arma::vec step(const arma::mat& weights, const arma::mat& Y, double sigma, const arma::uvec& active,
               arma::mat& z) {
  const arma::mat z_active = z.rows(active);
  const arma::mat squared = linalg::squared_distances_by_product(z_active, Y);
  const arma::mat factors = weights.rows(active) % linalg::gaussian_of_squared_distances(squared, sigma);
  const arma::vec denominators = arma::sum(factors, 1);
  const arma::vec scale = arma::sum(arma::abs(factors), 1);
  const arma::mat numerators = factors * Y;
  arma::vec change(active.n_elem);
  for (arma::uword a = 0; a < active.n_elem; ++a) {
    // Cancellation to a millionth of the terms leaves no direction to trust.
    if (!(std::abs(denominators(a)) > 1e-6 * scale(a))) {
      change(a) = arma::datum::inf;
      continue;
    }
    const arma::rowvec next = numerators.row(a) / denominators(a);
    change(a) = arma::abs(next - z_active.row(a)).max();
    z.row(active(a)) = next;
  }
  return change;
}

}  // namespace

arma::mat closed_form(const arma::mat& weights, const arma::mat& Y) {
  return weights * Y;
}

namespace {

Preimages iterate(const arma::mat& weights, const arma::mat& Y, double sigma, const arma::mat& start,
                  const FixedPointOptions& options) {
  const arma::uword t = weights.n_rows;
  Preimages result{start, arma::uvec(t, arma::fill::zeros), arma::uvec(t, arma::fill::zeros),
                   arma::vec(t, arma::fill::zeros)};
  if (t == 0) return result;
  const double tolerance = options.tolerance * spread(Y);
  arma::uvec active = arma::regspace<arma::uvec>(0, t - 1);
  for (int iteration = 0; iteration < options.max_iterations && !active.is_empty(); ++iteration) {
    const arma::vec change = step(weights, Y, sigma, active, result.outputs);
    for (arma::uword a = 0; a < active.n_elem; ++a) {
      ++result.iterations(active(a));
      result.residual(active(a)) = change(a);
      if (change(a) <= tolerance) result.converged(active(a)) = 1;
    }
    active = active.elem(arma::find(change > tolerance && change < arma::datum::inf));
  }
  return result;
}

}  // namespace

Preimages fixed_point(const arma::mat& weights, const arma::mat& Y, double sigma, const arma::mat& start,
                      const FixedPointOptions& options) {
  linalg::require_finite(weights, "weights");
  linalg::require_finite(Y, "training outputs");
  linalg::require_finite(start, "start of the fixed point");
  if (!(sigma > 0.0)) throw NumericalError("fixed point: the output bandwidth must be above 0");
  return from_search_origin(Y, start, [&](const arma::mat& moved_Y, const arma::mat& moved_start) {
    return iterate(weights, moved_Y, sigma, moved_start, options);
  });
}

DecoderRecipe closed_form_decoder() {
  DecoderRecipe recipe = formula_decoder(
      [](const outputs::FeaturePoints& points, const outputs::TrainingOutputs& outputs) {
        const auto* vectors = std::get_if<outputs::Features>(&points);
        outputs::NewVectors found{vectors != nullptr
                                      ? vectors->values
                                      : closed_form(outputs.weights_of(points), outputs.vectors())};
        if (outputs.features_are_vectors()) found.errors = outputs.rounding_of(points).errors;
        return found;
      },
      "closed_form");
  recipe.takes_vectors = true;
  return recipe;
}

DecoderRecipe fixed_point_decoder(Start start, const FixedPointOptions& options) {
  return search_decoder(
      "fixed_point", start,
      [options](const GaussianObjective& objective, const arma::mat& /*L*/, const arma::mat& from) {
        return fixed_point(objective.weights(), objective.Y(), objective.sigma(), from, options);
      },
      fmt::format(", max_iterations = {}, tolerance = {}", options.max_iterations, options.tolerance));
}

}  // namespace preimage::decoders
