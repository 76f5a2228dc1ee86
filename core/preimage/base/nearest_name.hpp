#pragma once

#include <string>
#include <vector>

namespace preimage::base {

/// The candidate with the smallest edit distance to `name`, or "" where none is within a third of its
/// length (at least 2): a guess further off would confuse more than it helps. "" also for a name of more than
/// 200 bytes, which bounds the cost.
std::string nearest_name(const std::string& name, const std::vector<std::string>& candidates);

/// ", did you mean 'x'?" or, with nothing near, "; known: a, b, c" (the first 30, and how many more there are).
std::string suggestion(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace preimage::base
