#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/car_localization/codebook.hpp"

namespace preimage::experiments::car_localization {

/// Word maps as bytes, the same on every machine: the number of maps, and of each map offset, stride, columns
/// and rows of its grid and the number of words (8 bytes each, the lowest first), then its words (2 bytes
/// each).
std::string word_map_bytes(const std::vector<WordMap>& maps);

/// The inverse.
/// throws  DataError where the bytes end too early or too late, or a word is none of its map's
std::vector<WordMap> word_maps_from_bytes(std::string_view bytes);

}  // namespace preimage::experiments::car_localization
