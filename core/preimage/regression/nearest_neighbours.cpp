#include "preimage/regression/nearest_neighbours.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::regression {

arma::umat nearest_neighbours(const arma::mat& squared_distances, arma::uword k) {
  const arma::uword n_train = squared_distances.n_cols;
  if (k < 1 || k > n_train) {
    throw NumericalError(fmt::format("{} neighbours asked for among {} training samples", k, n_train));
  }
  linalg::require_finite(squared_distances, "squared distances");  // NaN has no place in an order
  arma::umat neighbours(squared_distances.n_rows, k);
  std::vector<arma::uword> order(n_train);
  for (arma::uword i = 0; i < squared_distances.n_rows; ++i) {
    const arma::rowvec distances = squared_distances.row(i);
    std::iota(order.begin(), order.end(), arma::uword{0});
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k), order.end(),
                      [&](arma::uword a, arma::uword b) {
                        return distances(a) < distances(b) || (distances(a) == distances(b) && a < b);
                      });
    for (arma::uword c = 0; c < k; ++c) neighbours(i, c) = order[c];
  }
  return neighbours;
}

arma::mat neighbour_weights(const arma::umat& neighbours, arma::uword k, arma::uword n_train) {
  arma::mat weights(neighbours.n_rows, n_train, arma::fill::zeros);
  for (arma::uword i = 0; i < neighbours.n_rows; ++i) {
    for (arma::uword c = 0; c < k; ++c) weights(i, neighbours(i, c)) = 1.0 / static_cast<double>(k);
  }
  return weights;
}

}  // namespace preimage::regression
