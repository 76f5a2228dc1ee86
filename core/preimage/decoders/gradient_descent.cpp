#include "preimage/decoders/gradient_descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <fmt/format.h>
#include <lbfgs.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

/// Of one sample.
struct Search {
  const GaussianObjective& objective;
  double tolerance = 0.0;
  int iterations = 0;
  double residual = arma::datum::inf;  // where it was evaluated last, which is where a line search ends
};

/// z as it lies in the memory of the search: a row.
arma::mat row(const lbfgsfloatval_t* x, int n) {
  return arma::mat(x, 1, static_cast<arma::uword>(n));
}

double residual(const GaussianObjective::Values& values, double sigma) {
  // So far from every training output that no kernel value is left: the gradient vanishes there, too.
  const bool ran_away = !(values.scale(0) > std::numeric_limits<double>::min());
  return ran_away ? arma::datum::inf : sigma * arma::norm(values.gradient) / values.scale(0);
}

lbfgsfloatval_t evaluate(void* instance, const lbfgsfloatval_t* x, lbfgsfloatval_t* gradient, int n,
                         lbfgsfloatval_t /*step*/) {
  auto& search = *static_cast<Search*>(instance);
  const GaussianObjective::Values values = search.objective(row(x, n));
  std::copy_n(values.gradient.memptr(), n, gradient);
  search.residual = residual(values, search.objective.sigma());
  return values.objective(0);
}

int stop_when_converged(void* instance, const lbfgsfloatval_t* /*x*/, const lbfgsfloatval_t* /*gradient*/,
                        lbfgsfloatval_t /*value*/, lbfgsfloatval_t /*x_norm*/, lbfgsfloatval_t /*g_norm*/,
                        lbfgsfloatval_t /*step*/, int /*n*/, int iteration, int /*line_search*/) {
  auto& search = *static_cast<Search*>(instance);
  search.iterations = iteration;
  return !std::isfinite(search.residual) || search.residual <= search.tolerance ? 1 : 0;
}

struct LbfgsDeleter {
  void operator()(lbfgsfloatval_t* x) const { lbfgs_free(x); }
};

/// One sample; `found` holds its start.
void descend(const GaussianObjective& objective, const GradientDescentOptions& options, arma::uword i,
             Preimages& found) {
  const int n = static_cast<int>(found.outputs.n_cols);
  const std::unique_ptr<lbfgsfloatval_t, LbfgsDeleter> x(lbfgs_malloc(n));
  if (x == nullptr) throw NumericalError("gradient descent: out of memory");
  for (int j = 0; j < n; ++j) x.get()[j] = found.outputs(i, static_cast<arma::uword>(j));
  if (options.max_iterations < 1)  // to libLBFGS 0 is no limit
    throw NumericalError(
        fmt::format("gradient descent: {} iterations at most, expected at least 1", options.max_iterations));
  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.m = 20;
  parameters.epsilon = 0.0;  // stop_when_converged decides
  parameters.max_iterations = options.max_iterations;
  Search search{objective, options.tolerance};
  // Its code for "line search found no better point" is no error here: what was reached is judged below.
  lbfgs(n, x.get(), nullptr, evaluate, stop_when_converged, &search, &parameters);
  found.outputs.row(i) = row(x.get(), n);
  found.residual(i) = residual(objective(found.outputs.row(i)), objective.sigma());
  found.converged(i) = found.residual(i) <= options.tolerance ? 1 : 0;
  found.iterations(i) = static_cast<arma::uword>(search.iterations);
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
