#include "preimage/kernels/bandwidth_grid.hpp"

#include <algorithm>
#include <functional>
#include <utility>

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

}  // namespace preimage::kernels
