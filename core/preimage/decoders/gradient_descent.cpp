#include "preimage/decoders/gradient_descent.hpp"

#include <algorithm>
#include <limits>

#include <lbfgs.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

struct Search {
  const GaussianObjective& objective;
  arma::uword rows = 0;
  arma::uword columns = 0;
  double tolerance = 0.0;
  int iterations = 0;
};

lbfgsfloatval_t evaluate(void* instance, const lbfgsfloatval_t* x, lbfgsfloatval_t* gradient, int n,
                         lbfgsfloatval_t /*step*/) {
  const auto& search = *static_cast<const Search*>(instance);
  const GaussianObjective::Values values = search.objective(arma::mat(x, search.rows, search.columns));
  std::copy_n(values.gradient.memptr(), n, gradient);
  return arma::accu(values.objective);
}

arma::vec residuals(const GaussianObjective& objective, const arma::mat& Z) {
  const GaussianObjective::Values values = objective(Z);
  arma::vec result(Z.n_rows);
  for (arma::uword i = 0; i < Z.n_rows; ++i) {
    // So far from every training output that no kernel value is left: the gradient vanishes there, too.
    const bool ran_away = !(values.scale(i) > std::numeric_limits<double>::min());
    result(i) = ran_away ? arma::datum::inf
                         : objective.sigma() * arma::norm(values.gradient.row(i)) / values.scale(i);
  }
  return result;
}

/// Every sample is held against its own terms; the sum of all gradients would let a small one pass.
int stop_when_all_converged(void* instance, const lbfgsfloatval_t* x, const lbfgsfloatval_t* /*gradient*/,
                            lbfgsfloatval_t /*value*/, lbfgsfloatval_t /*x_norm*/, lbfgsfloatval_t /*g_norm*/,
                            lbfgsfloatval_t /*step*/, int /*n*/, int iteration, int /*line_search*/) {
  auto& search = *static_cast<Search*>(instance);
  search.iterations = iteration;
  const arma::mat Z(x, search.rows, search.columns);
  const arma::vec distances = residuals(search.objective, Z);
  const arma::uvec finite = arma::find_finite(distances);
  return finite.is_empty() || arma::vec(distances.elem(finite)).max() <= search.tolerance ? 1 : 0;
}

}  // namespace

Preimages gradient_descent(const GaussianObjective& objective, const arma::mat& start,
                           const GradientDescentOptions& options) {
  linalg::require_finite(start, "start of the gradient descent");
  if (start.n_rows != objective.weights().n_rows || start.n_cols != objective.Y().n_cols) {
    throw NumericalError("start of the gradient descent: another size than the predictions");
  }
  Preimages result{start, arma::uvec(start.n_rows, arma::fill::zeros),
                   arma::uvec(start.n_rows, arma::fill::zeros), arma::vec(start.n_rows, arma::fill::zeros)};
  if (start.is_empty()) return result;
  const int n = static_cast<int>(start.n_elem);
  lbfgsfloatval_t* x = lbfgs_malloc(n);
  if (x == nullptr) throw NumericalError("gradient descent: out of memory");
  std::copy_n(start.memptr(), n, x);
  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.m = 20;
  parameters.epsilon = 0.0;  // stop_when_all_converged decides
  parameters.max_iterations = options.max_iterations;
  Search search{objective, start.n_rows, start.n_cols, options.tolerance};
  // Its code for "line search found no better point" is no error here: what was reached is judged below.
  lbfgs(n, x, nullptr, evaluate, stop_when_all_converged, &search, &parameters);
  result.outputs = arma::mat(x, start.n_rows, start.n_cols);
  lbfgs_free(x);
  result.residual = residuals(objective, result.outputs);
  result.converged = arma::conv_to<arma::uvec>::from(result.residual <= options.tolerance);
  result.iterations.fill(static_cast<arma::uword>(search.iterations));
  return result;
}

DecoderRecipe gradient_descent_decoder(Start start, const GradientDescentOptions& options) {
  return search_decoder(
      "gradient_descent", start,
      [options](const GaussianObjective& objective, const arma::mat& /*L*/, const arma::mat& from) {
        return gradient_descent(objective, from, options);
      });
}

}  // namespace preimage::decoders
