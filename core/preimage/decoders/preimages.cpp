#include "preimage/decoders/preimages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace preimage::decoders {

namespace {

double largest_range(const arma::mat& Y) {
  return Y.is_empty() ? 0.0 : arma::rowvec(arma::max(Y, 0) - arma::min(Y, 0)).max();
}

}  // namespace

arma::rowvec search_origin(const arma::mat& Y) {
  constexpr double kFar = 100.0;
  arma::rowvec origin(Y.n_cols, arma::fill::zeros);
  if (Y.is_empty()) return origin;
  const double far = kFar * largest_range(Y);
  const arma::rowvec means = arma::mean(Y, 0);
  for (arma::uword j = 0; j < origin.n_elem; ++j)
    if (std::abs(means(j)) > far) origin(j) = means(j);
  return origin;
}

double spread(const arma::mat& Y) {
  const double size = Y.is_empty() ? 0.0 : arma::abs(Y).max(), range = largest_range(Y);
  return std::max(range > 0.0 ? std::min(size, range) : size, std::numeric_limits<double>::epsilon());
}

Preimages from_search_origin(
    const arma::mat& Y, const arma::mat& start,
    const std::function<Preimages(const arma::mat& Y, const arma::mat& start)>& search) {
  const arma::rowvec origin = search_origin(Y);
  if (arma::all(origin == 0.0) || start.n_cols != Y.n_cols) return search(Y, start);
  Preimages found = search(Y.each_row() - origin, start.each_row() - origin);
  found.outputs.each_row() += origin;
  return found;
}

}  // namespace preimage::decoders
