#pragma once

#include <armadillo>
#include <optional>
#include <vector>

#include "preimage/validation/problem.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// The input kernels of a learner: the experiment's own Gram matrix, or a Gaussian of its distances
///   k(x, x') = exp(-d^2(x, x') / (2 sigma^2))
/// for each sigma of a grid, largest first.
class BandwidthGrid {
 public:
  /// `bandwidth: {sigma: [..]}` or `bandwidth: {inverse_two_sigma_squared: [..]}`; absent: the Gram matrix
  /// itself.
  explicit BandwidthGrid(const config::Reader& learner);
  std::size_t size() const { return sigmas_.empty() ? 1 : sigmas_.size(); }
  /// sigma, or nothing where the Gram matrix itself is used.
  std::optional<double> sigma(std::size_t b) const;
  /// What all bandwidths share of `rows` against `columns`: squared distances, or the kernel values
  /// themselves.
  arma::mat shared_block(const validation::Problem& problem, const validation::Indices& rows,
                         const validation::Indices& columns) const;
  /// Kernel values of a shared block.  cost O(|rows| |columns|), half where the block is exactly symmetric
  arma::mat gram_of(const arma::mat& shared_block, std::size_t b) const;
  /// Kernel values of the samples `rows` against `columns`.
  arma::mat gram(const validation::Problem& problem, std::size_t b, const validation::Indices& rows,
                 const validation::Indices& columns) const;

 private:
  std::vector<double> sigmas_;
};

/// What the constructor reads.
std::vector<ParameterFacts> bandwidth_parameters();

}  // namespace preimage::suite::registry
