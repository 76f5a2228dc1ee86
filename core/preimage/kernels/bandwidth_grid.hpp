#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "preimage/base/parameters.hpp"
#include "preimage/kernels/gram.hpp"
#include "preimage/kernels/points.hpp"

namespace preimage::kernels {

/// The input kernels that a method chooses from: the samples' own, or a Gaussian of its distances
///   k(x, x') = exp(-d^2(x, x') / (2 sigma^2))
/// for each sigma of a grid, largest first. Over a Gaussian kernel it is a Gaussian of that kernel's
/// distances, which are sqrt(2) at most; over `linear` it is the Gaussian kernel itself.
class BandwidthGrid {
 public:
  BandwidthGrid() = default;  // the kernel itself
  /// throws  NumericalError for a sigma that is not above 0
  explicit BandwidthGrid(std::vector<double> sigmas);

  std::size_t size() const { return sigmas_.empty() ? 1 : sigmas_.size(); }
  /// Of a grid of other points, each under all bandwidths, both in the order in which equals are preferred.
  struct Place {
    std::size_t point, b;
  };
  Place at(std::size_t g) const { return {g / size(), g % size()}; }
  std::size_t number(std::size_t point, std::size_t b) const { return point * size() + b; }
  /// sigma, or nothing where the kernel itself is used.
  std::optional<double> sigma(std::size_t b) const;
  /// The same as hyper-parameters, which a method adds its own to.
  base::Parameters parameters(std::size_t b) const;
  /// Kernel values of bandwidth b: K itself, or the Gaussian of its squared distances.
  Gram gram(const Gram& K, std::size_t b) const { return sigmas_.empty() ? K : K.gaussian(sigmas_[b]); }
  Gram gram(const Points& rows, const Points& columns, std::size_t b) const {
    return gram(rows.against(columns), b);
  }

 private:
  std::vector<double> sigmas_;
};

}  // namespace preimage::kernels
