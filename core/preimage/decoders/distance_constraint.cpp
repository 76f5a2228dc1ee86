#include "preimage/decoders/distance_constraint.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/regression/neighbour_search.hpp"

namespace preimage::decoders {

namespace {

/// ybar + 1/2 U S^-1 V' (d_0^2 - d^2) for the neighbours Y (n x d); directions without length are left out:
/// none is longer than the rounding of Y where neighbours are equal.
arma::rowvec constrained_point(const arma::mat& Y, const arma::vec& squared_distances) {
  const arma::rowvec mean = arma::mean(Y, 0);
  const arma::mat X = Y.each_row() - mean;
  // X'X has rank < n: through the n x n matrix of inner products, X X' = V S^2 V' and U = X' V S^-1.
  const linalg::EigenDecomposition eigen =
      linalg::symmetric_eigen(X * X.t(), "inner products of the neighbours");
  const double rounding = 4.0 * arma::datum::eps * arma::abs(Y).max();
  const double no_length =
      std::max(1e-12 * eigen.values(0), static_cast<double>(X.n_elem) * rounding * rounding);
  const arma::vec right = arma::sum(arma::square(X), 1) - squared_distances;
  arma::vec solution = eigen.vectors.t() * right;
  for (arma::uword j = 0; j < solution.n_elem; ++j) {
    solution(j) = eigen.values(j) > no_length ? solution(j) / eigen.values(j) : 0.0;
  }
  return mean + 0.5 * (eigen.vectors * solution).t() * X;
}

}  // namespace

Preimages distance_constraint(const GaussianObjective& objective, const arma::mat& L,
                              arma::uword neighbours) {
  const arma::mat& W = objective.weights();
  const arma::mat& Y = objective.Y();
  if (neighbours < 2 || neighbours > Y.n_rows) {
    throw NumericalError(
        fmt::format("distance constraint: {} neighbours, expected from 2 to the {} training outputs",
                    neighbours, Y.n_rows));
  }
  arma::mat kernel_values = W * L;  // becomes 1 - ||Psi - phi(y_i)||^2 / 2
  kernel_values.each_col() += 0.5 * (1.0 - arma::sum((W * L) % W, 1));
  const arma::vec errors =
      base::kRoundingOfSums * (1.0 + arma::sum(arma::abs(W), 1));  // k(y, y') is 1 at most
  const arma::umat nearest =
      regression::nearest_neighbours(1.0 - kernel_values, arma::repmat(errors, 1, Y.n_rows), neighbours);
  const double two_sigma_squared = 2.0 * objective.sigma() * objective.sigma();
  const arma::uword t = W.n_rows;
  Preimages result{arma::mat(t, Y.n_cols), arma::uvec(t, arma::fill::zeros), arma::uvec(t, arma::fill::zeros),
                   arma::vec(t, arma::fill::value(arma::datum::inf))};
  for (arma::uword i = 0; i < t; ++i) {
    const arma::uvec all = nearest.row(i).t();
    const arma::vec k_all = arma::rowvec(kernel_values.row(i)).cols(all).t();
    const arma::uvec used = arma::find(k_all > 0.0);
    result.iterations(i) = used.n_elem;
    if (used.n_elem < 2) {
      result.outputs.row(i) = Y.row(all(0));
      continue;
    }
    const arma::mat Y_used = Y.rows(all.elem(used));
    const arma::vec squared = -two_sigma_squared * arma::log(k_all.elem(used));
    result.outputs.row(i) = constrained_point(Y_used, squared);
    const arma::mat differences = Y_used.each_row() - result.outputs.row(i);
    const arma::vec misfit = arma::sum(arma::square(differences), 1) - squared;
    result.residual(i) = std::sqrt(arma::mean(arma::square(misfit))) / (0.5 * two_sigma_squared);
    result.converged(i) = 1;
  }
  return result;
}

DecoderRecipe distance_constraint_decoder(arma::uword neighbours) {
  return search_decoder(
      "distance_constraint", Start::mean,
      [neighbours](const GaussianObjective& objective, const arma::mat& L, const arma::mat& /*start*/) {
        return distance_constraint(objective, L, neighbours);
      },
      fmt::format(", neighbours = {}", neighbours));
}

}  // namespace preimage::decoders
