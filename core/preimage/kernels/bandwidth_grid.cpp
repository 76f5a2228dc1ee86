#include "preimage/kernels/bandwidth_grid.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "preimage/linalg/gaussian.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::kernels {

BandwidthGrid::BandwidthGrid(std::vector<double> sigmas) : sigmas_(std::move(sigmas)) {
  std::sort(sigmas_.begin(), sigmas_.end(), std::greater<>());
}

std::optional<double> BandwidthGrid::sigma(std::size_t b) const {
  if (sigmas_.empty()) return std::nullopt;
  return sigmas_[b];
}

base::Parameters BandwidthGrid::parameters(std::size_t b) const {
  if (sigmas_.empty()) return {};
  return {{"sigma", sigmas_[b]}};
}

namespace {

/// The Gaussian of a mirrored matrix: the exponentials of one triangle, written twice.
arma::mat mirrored_gaussian(const arma::mat& squared_distances, double sigma) {
  const arma::uword n = squared_distances.n_rows;
  arma::mat gram(n, n, arma::fill::none);
  for (arma::uword j = 0; j < n; ++j)
    gram(arma::span(j, n - 1), j) =
        linalg::gaussian_of_squared_distances(squared_distances(arma::span(j, n - 1), j), sigma);
  linalg::mirror_lower(gram);
  return gram;
}

}  // namespace

BandwidthGrid::SharedBlock BandwidthGrid::shared_block(const Points& rows, const Points& columns) const {
  if (sigmas_.empty()) return {rows.cross_gram(columns)};
  arma::mat distances = rows.squared_distances(columns);
  const bool mirrored = linalg::is_exactly_symmetric(distances);
  return {std::move(distances), mirrored};
}

arma::mat BandwidthGrid::gram_of(const SharedBlock& shared, std::size_t b) const {
  if (sigmas_.empty()) return shared.values;
  if (shared.is_mirrored) return mirrored_gaussian(shared.values, sigmas_[b]);
  return linalg::gaussian_of_squared_distances(shared.values, sigmas_[b]);
}

SpanBlock BandwidthGrid::blocks(const Points& rows, const Points& columns, std::size_t b) const {
  const auto some = [](const Points& points, const arma::span& span) {
    return points.subset(arma::regspace<arma::uvec>(span.a, span.b));
  };
  SpanBlock block = [=, grid = *this](const arma::span& r, const arma::span& c) {
    return grid.gram(some(rows, r), some(columns, c), b);
  };
  if (rows.size() > 0 && columns.size() > 0) block(arma::span(0, 0), arma::span(0, 0));
  return block;
}

}  // namespace preimage::kernels
