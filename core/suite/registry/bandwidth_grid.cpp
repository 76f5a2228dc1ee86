#include "suite/registry/bandwidth_grid.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "preimage/linalg/gaussian.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kBandwidth{"bandwidth", "a map with one of the two below",
                          "a Gaussian of the input kernel's distances; without it the kernel itself", true};
constexpr Numbers kSigma{"sigma", config::kPositive, "in exp(-d^2 / (2 sigma^2))"};
constexpr Numbers kInverse{"inverse_two_sigma_squared", config::kPositive, "g in exp(-g d^2)"};

}  // namespace

std::vector<ParameterFacts> bandwidth_parameters() {
  return facts_of(kBandwidth, below(kBandwidth.name, facts_of(kSigma, kInverse)));
}

BandwidthGrid::BandwidthGrid(const config::Reader& learner) {
  const std::optional<config::Reader> bandwidth = learner.optional_map(kBandwidth.name);
  if (!bandwidth) return;
  if (bandwidth->has(kSigma.name) == bandwidth->has(kInverse.name)) {
    learner.fail(kBandwidth.name, "expected exactly one of 'sigma' and 'inverse_two_sigma_squared'");
  }
  if (bandwidth->has(kSigma.name)) {
    sigmas_ = kSigma.read(*bandwidth);
  } else {
    for (double g : kInverse.read(*bandwidth)) {
      sigmas_.push_back(1.0 / std::sqrt(2.0 * g));
    }
  }
  std::sort(sigmas_.begin(), sigmas_.end(), std::greater<>());
}

std::optional<double> BandwidthGrid::sigma(std::size_t b) const {
  if (sigmas_.empty()) return std::nullopt;
  return sigmas_[b];
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

arma::mat BandwidthGrid::shared_block(const validation::Problem& problem, const validation::Indices& rows,
                                      const validation::Indices& columns) const {
  const validation::PairMatrix& inputs =
      sigmas_.empty() ? problem.input_gram : problem.input_squared_distances;
  return inputs.submat(rows, columns);
}

arma::mat BandwidthGrid::gram_of(const arma::mat& shared_block, std::size_t b) const {
  if (sigmas_.empty()) return shared_block;
  if (is_mirrored(shared_block)) return mirrored_gaussian(shared_block, sigmas_[b]);
  return linalg::gaussian_of_squared_distances(shared_block, sigmas_[b]);
}

arma::mat BandwidthGrid::gram(const validation::Problem& problem, std::size_t b,
                              const validation::Indices& rows, const validation::Indices& columns) const {
  return gram_of(shared_block(problem, rows, columns), b);
}

}  // namespace preimage::suite::registry
