#pragma once

#include <cstddef>
#include <string>

namespace preimage::base {

/// Levenshtein distance: the fewest insertions, deletions and substitutions of a byte that make b from a.
/// cost O(|a| |b|)
std::size_t edit_distance(const std::string& a, const std::string& b);

}  // namespace preimage::base
