#include "preimage/kernels/bandwidth_grid.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "preimage/linalg/gaussian.hpp"

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

/// Exactly symmetric; false where an entry is NaN.
bool is_mirrored(const arma::mat& matrix) {
  if (!matrix.is_square()) return false;
  for (arma::uword j = 0; j < matrix.n_cols; ++j) {
    for (arma::uword i = j; i < matrix.n_rows; ++i) {
      if (!(matrix(i, j) == matrix(j, i))) return false;
    }
  }
  return true;
}

/// The Gaussian of a mirrored matrix: the exponentials of one triangle, written twice.
arma::mat mirrored_gaussian(const arma::mat& squared_distances, double sigma) {
  const arma::uword n = squared_distances.n_rows;
  arma::vec triangle(n * (n + 1) / 2);
  double* packed = triangle.memptr();
  for (arma::uword j = 0; j < n; ++j) {
    packed = std::copy(squared_distances.colptr(j) + j, squared_distances.colptr(j) + n, packed);
  }
  const arma::mat values = linalg::gaussian_of_squared_distances(triangle, sigma);
  arma::mat gram(n, n);
  const double* value = values.memptr();
  for (arma::uword j = 0; j < n; ++j) {
    for (arma::uword i = j; i < n; ++i) gram(i, j) = gram(j, i) = *value++;
  }
  return gram;
}

}  // namespace

BandwidthGrid::SharedBlock BandwidthGrid::shared_block(const Points& rows, const Points& columns) const {
  if (sigmas_.empty()) return {rows.cross_gram(columns)};
  arma::mat distances = rows.squared_distances(columns);
  const bool mirrored = is_mirrored(distances);
  return {std::move(distances), mirrored};
}

arma::mat BandwidthGrid::gram_of(const SharedBlock& shared, std::size_t b) const {
  if (sigmas_.empty()) return shared.values;
  if (shared.is_mirrored) return mirrored_gaussian(shared.values, sigmas_[b]);
  return linalg::gaussian_of_squared_distances(shared.values, sigmas_[b]);
}

}  // namespace preimage::kernels
