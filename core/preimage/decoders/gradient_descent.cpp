#include "preimage/decoders/gradient_descent.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/lbfgs.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

double residual(const GaussianObjective::Values& values, double sigma) {
  // So far from every training output that no kernel value is left: the gradient vanishes there, too.
  const bool ran_away = !(values.scale(0) > std::numeric_limits<double>::min());
  return ran_away ? arma::datum::inf : sigma * arma::norm(values.gradient) / values.scale(0);
}

/// One sample; `found` holds its start.
void descend(const GaussianObjective& objective, const GradientDescentOptions& options, arma::uword i,
             Preimages& found) {
  if (options.max_iterations < 1)  // to libLBFGS 0 is no limit
    throw NumericalError(
        fmt::format("gradient descent: {} iterations at most, expected at least 1", options.max_iterations));
  double last = arma::datum::inf;  // where it was evaluated last, which is where a line search ends
  const auto value = [&](const arma::mat& z, arma::mat& gradient) {
    const GaussianObjective::Values values = objective(z);
    gradient = values.gradient;
    last = residual(values, objective.sigma());
    return values.objective(0);
  };
  const auto is_done = [&](int iteration) {
    found.iterations(i) = static_cast<arma::uword>(iteration);
    return !std::isfinite(last) || last <= options.tolerance;
  };
  found.outputs.row(i) =
      linalg::lbfgs_minimum(found.outputs.row(i), value, {0.0, options.max_iterations, is_done});
  found.residual(i) = residual(objective(found.outputs.row(i)), objective.sigma());
  found.converged(i) = found.residual(i) <= options.tolerance ? 1 : 0;
}

}  // namespace

Preimages gradient_descent(const GaussianObjective& objective, const arma::mat& start,
                           const GradientDescentOptions& options) {
  linalg::require_finite(start, "start of the gradient descent");
  if (start.n_rows != objective.weights().n_rows || start.n_cols != objective.Y().n_cols) {
    throw NumericalError("start of the gradient descent: another size than the predictions");
  }
  return from_search_origin(objective.Y(), start, [&](const arma::mat& Y, const arma::mat& from) {
    Preimages found{from, arma::uvec(from.n_rows, arma::fill::zeros),
                    arma::uvec(from.n_rows, arma::fill::zeros), arma::vec(from.n_rows, arma::fill::zeros)};
    for (arma::uword i = 0; i < from.n_rows && from.n_cols > 0; ++i)
      descend(GaussianObjective(objective.weights().row(i), Y, objective.sigma()), options, i, found);
    return found;
  });
}

DecoderRecipe gradient_descent_decoder(Start start, const GradientDescentOptions& options) {
  return search_decoder(
      "gradient_descent", start,
      [options](const GaussianObjective& objective, const arma::mat& /*L*/, const arma::mat& from) {
        return gradient_descent(objective, from, options);
      },
      fmt::format(", max_iterations = {}, tolerance = {}", options.max_iterations, options.tolerance));
}

}  // namespace preimage::decoders
