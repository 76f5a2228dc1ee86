// Paths of a config, and those with `*` in a part.
#pragma once

#include <string>
#include <vector>

#include "suite/config/value.hpp"

namespace preimage::suite::config {

/// The keys on the way to a value, from the root. A key may hold a dot: of a path as text, the longest key that is there
/// is meant. "learners.svm_0.1.C" is {learners, svm_0.1, C} where there is a learner svm_0.1, else {learners, svm_0, 1, C}.
using PathParts = std::vector<std::string>;

/// "learners.kde.ridge"
std::string path_text(const PathParts& parts);

/// Whether a path has a `*`.
bool has_wildcard(const std::string& path);

/// What a path stands for: itself; with `*` all that it matches in `root`, in the order of the file. A `*` stands for any
/// text, also none, inside one part. The parts up to the last one with a `*` match keys that are there; those behind it
/// are taken as they are, there or not, so that a value can be set where a default was.
///   "learners.kde_*.decoder.ties"  ->  {learners, kde_1, decoder, ties}, {learners, kde_3, decoder, ties}
/// mark     of the path, for messages
/// throws   ConfigError where the path has an empty part or more than kMaxDepth parts
/// cost     O(values of root * bytes of the path)
std::vector<PathParts> matching_paths(const Value& root, const std::string& path, const Mark& mark);

/// What a path without `*` stands for in `root`, whatever of it is there.
/// throws   as matching_paths
PathParts parts_in(const Value& root, const std::string& path, const Mark& mark);

/// Of a path that matches nothing: "'kdee_*' matches nothing in learners, did you mean 'kde_1'?"
std::string why_unmatched(const Value& root, const std::string& path, const Mark& mark);

/// As set_path (value.hpp), by parts.
void set_path(Value& root, const PathParts& parts, const Value& value);

}  // namespace preimage::suite::config
