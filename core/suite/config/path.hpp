// Paths of a config.
#pragma once

#include <string>
#include <vector>

#include "suite/config/value.hpp"

namespace preimage::suite::config {

/// The keys on the way to a value, from the root. A key may hold a dot: of a path as text, the longest key
/// that is there is meant. "learners.svm_0.1.C" is {learners, svm_0.1, C} where there is a learner svm_0.1,
/// else {learners, svm_0, 1, C}.
using PathParts = std::vector<std::string>;

/// The keys that a path means in `root`, whatever of them is there.
/// mark     of the path, for messages
/// throws   ConfigError where the path has an empty part or more than kMaxDepth parts
PathParts parts_in(const Value& root, const std::string& path, const Mark& mark);

/// The value of the key that a path means; nullptr where there is none.
/// throws  ConfigError as parts_in
const Value* value_at(const Value& root, const std::string& path);

/// As set_path (value.hpp), by parts. A part that is no key, such as `of[1]`, is the second entry of the list
/// `of`, which is made, or made longer by empty entries, where need be.
void set_path(Value& root, const PathParts& parts, const Value& value);

}  // namespace preimage::suite::config
