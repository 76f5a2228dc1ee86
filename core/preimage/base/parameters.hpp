#pragma once

#include <string>
#include <utility>
#include <vector>

namespace preimage::base {

/// Hyper-parameters by name.
using Parameters = std::vector<std::pair<std::string, double>>;

}  // namespace preimage::base
