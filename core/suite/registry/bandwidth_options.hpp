#pragma once

#include <vector>

#include "preimage/kernels/bandwidth_grid.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// `bandwidth: {sigma: [..]}` or `bandwidth: {inverse_two_sigma_squared: [..]}`; absent: the input kernel itself.
kernels::BandwidthGrid parse_bandwidths(const config::Reader& learner);
std::vector<ParameterFacts> bandwidth_parameters();

}  // namespace preimage::suite::registry
