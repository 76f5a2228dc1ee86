#pragma once

#include <vector>

#include "preimage/models/method.hpp"
#include "preimage/sequences/string_decoding.hpp"

namespace preimage::models {

struct WindowNeighbourOptions {
  sequences::StringDecodingOptions decoding = {};
  std::vector<std::size_t> ks = {1};  // neighbours; of equals the smallest is preferred
};

/// Each output symbol by k nearest neighbours on the window of input symbols around it: the per-position
/// decoder without an embedding.  [Bakir et al. 2003, sec. 4]
MethodPtr window_neighbour_method(WindowNeighbourOptions options);

}  // namespace preimage::models
