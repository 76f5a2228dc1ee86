#include "preimage/kernels/bandwidth_grid.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::kernels {

BandwidthGrid::BandwidthGrid(std::vector<double> sigmas) : sigmas_(std::move(sigmas)) {
  for (const double sigma : sigmas_) {
    if (!(sigma > 0.0)) throw NumericalError(fmt::format("bandwidths: sigma is {}, expected > 0", sigma));
  }
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
