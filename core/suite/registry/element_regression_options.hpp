// The keys of a config of regression from elements to symbols, and of strings put together from positions.
#pragma once

#include <vector>

#include "preimage/sequences/element_regression.hpp"
#include "preimage/sequences/string_decoding.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// `map: support_vector_regression` with C and epsilon, or `map: ridge` (absent) with `ridge` and `basis:
/// {rule: all | random | incomplete_cholesky | largest_residual | largest_drop, size, fit: all_rows |
/// basis_only | as_printed, seed}`.
sequences::ElementRegressionOptions parse_element_regression(const config::Reader& reader);
std::vector<ParameterFacts> element_regression_parameters();

/// `window` (odd), `tokens`, `ties` (all_tied | random | lowest_index) and, for ties at random, `seed`. k is
/// left to the caller.
sequences::StringDecodingOptions parse_string_decoding(const config::Reader& reader);
std::vector<ParameterFacts> string_decoding_parameters();

}  // namespace preimage::suite::registry
