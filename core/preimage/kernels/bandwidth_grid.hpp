#pragma once

#include <armadillo>
#include <cstddef>
#include <optional>
#include <vector>

#include "preimage/base/parameters.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/linalg/gram_block.hpp"

namespace preimage::kernels {

/// The input kernels that a method chooses from: the samples' own, or a Gaussian of its distances
///   k(x, x') = exp(-d^2(x, x') / (2 sigma^2))
/// for each sigma of a grid, largest first.
class BandwidthGrid {
 public:
  BandwidthGrid() = default;  // the kernel itself
  explicit BandwidthGrid(std::vector<double> sigmas);

  std::size_t size() const { return sigmas_.empty() ? 1 : sigmas_.size(); }
  /// sigma, or nothing where the kernel itself is used.
  std::optional<double> sigma(std::size_t b) const;
  /// The same as hyper-parameters, which a method adds its own to.
  base::Parameters parameters(std::size_t b) const;
  /// What all bandwidths share of `rows` against `columns`: squared distances, or the kernel values themselves.
  struct SharedBlock {
    arma::mat values;           // empty where the block is packed
    std::vector<double> lower;  // of exactly symmetric distances: the part of column j from its diagonal on
    arma::uword n = 0;          // of those
  };
  /// memory  8 |rows| |columns| bytes, half once symmetric distances are packed
  SharedBlock shared_block(const Points& rows, const Points& columns) const;
  /// Kernel values of a shared block.  cost O(|rows| |columns|), half where the block is packed
  arma::mat gram_of(const SharedBlock& shared, std::size_t b) const;
  /// The same of a block that nobody needs afterwards.  memory  that of the result, once
  arma::mat gram(const Points& rows, const Points& columns, std::size_t b) const;
  /// The same for whoever asks block by block, several threads at a time: what a source computes as a whole with the first look, it
  /// computes here.
  linalg::GramBlock blocks(const Points& rows, const Points& columns, std::size_t b) const;

 private:
  std::vector<double> sigmas_;
};

}  // namespace preimage::kernels
