#pragma once

#include <string>
#include <vector>

namespace preimage::base {

/// The candidate with the smallest edit distance to `name`, within a third of its length (at least 2): a
/// guess further off would confuse more than it helps. Where there is none, the first that has `name` as one
/// of its words or as their initials ("svm" of one_vs_rest_svm); else the one that nearly begins with it,
/// within a quarter of its length. "" where there is none either, and for a name of more than 200 bytes,
/// which bounds the cost.
std::string nearest_name(const std::string& name, const std::vector<std::string>& candidates);

/// ", did you mean 'x'?" or, with nothing near, "; known: a, b, c" (the first 30, and how many more there
/// are).
std::string suggestion(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace preimage::base
