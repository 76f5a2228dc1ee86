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

/// Squared distances become Gaussians in their place; of mirrored ones the lower triangle is read.
void make_gaussian(arma::mat& values, bool is_mirrored, double sigma) {
  for (arma::uword j = 0; j < values.n_cols; ++j) {
    const arma::uword first = is_mirrored ? j : 0;
    linalg::gaussian_in_place(values.colptr(j) + first, values.n_rows - first, sigma);
  }
  if (is_mirrored) linalg::mirror_lower(values);
}

}  // namespace

BandwidthGrid::SharedBlock BandwidthGrid::shared_block(const Points& rows, const Points& columns) const {
  SharedBlock block;
  block.values = sigmas_.empty() ? rows.cross_gram(columns) : rows.squared_distances(columns);
  if (sigmas_.empty() || !linalg::is_exactly_symmetric(block.values)) return block;
  block.n = block.values.n_rows;
  block.lower.reserve(block.n * (block.n + 1) / 2);
  for (arma::uword j = 0; j < block.n; ++j)
    block.lower.insert(block.lower.end(), block.values.colptr(j) + j, block.values.colptr(j) + block.n);
  block.values.reset();
  return block;
}

arma::mat BandwidthGrid::gram_of(const SharedBlock& shared, std::size_t b) const {
  if (sigmas_.empty()) return shared.values;
  if (shared.lower.empty()) return linalg::gaussian_of_squared_distances(shared.values, sigmas_[b]);
  arma::mat gram(shared.n, shared.n, arma::fill::none);
  const double* from = shared.lower.data();
  for (arma::uword j = 0; j < shared.n; from += shared.n - j, ++j)
    std::copy(from, from + (shared.n - j), gram.colptr(j) + j);
  make_gaussian(gram, true, sigmas_[b]);
  return gram;
}

arma::mat BandwidthGrid::gram(const Points& rows, const Points& columns, std::size_t b) const {
  if (sigmas_.empty()) return rows.cross_gram(columns);
  arma::mat values = rows.squared_distances(columns);
  make_gaussian(values, linalg::is_exactly_symmetric(values), sigmas_[b]);
  return values;
}

linalg::GramBlock BandwidthGrid::blocks(const Points& rows, const Points& columns, std::size_t b) const {
  const auto some = [](const Points& points, const arma::span& span) {
    return points.subset(arma::regspace<arma::uvec>(span.a, span.b));
  };
  linalg::GramBlock block = [=, grid = *this](const arma::span& r, const arma::span& c) {
    return grid.gram(some(rows, r), some(columns, c), b);
  };
  if (rows.size() > 0 && columns.size() > 0) block(arma::span(0, 0), arma::span(0, 0));
  return block;
}

}  // namespace preimage::kernels
