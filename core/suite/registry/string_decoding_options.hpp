// The keys of a config that decide how strings are put together from positions.
#pragma once

#include <vector>

#include "preimage/sequences/string_decoding.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// `window` (odd), `ties` (all_tied | random | lowest_index) and, for ties by lot, `seed`. k is left to the caller.
sequences::StringDecodingOptions parse_string_decoding(const config::Reader& reader);
std::vector<ParameterFacts> string_decoding_parameters();

}  // namespace preimage::suite::registry
