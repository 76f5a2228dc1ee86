// Entries of a config that make several: `for`.
#pragma once

#include <cstddef>

#include "suite/config/value.hpp"

namespace preimage::suite::config {

/// How many entries an entry with `for` may become, and how many bytes of text a config with `for` may
/// have then.
inline constexpr std::size_t kMaxLoopEntries = 1000;
inline constexpr std::size_t kMaxLoopBytes = std::size_t{1} << 24;

/// `root` with each entry of a map that has `for` replaced by one entry per value; with several variables,
/// one per combination, the last variable varying fastest.
///   knn_{k}: {for: {k: [1, 3]}, method: nearest_neighbours, k: "{k}"}
///   knn_1: {method: nearest_neighbours, k: 1}, knn_3: {method: nearest_neighbours, k: 3}
/// In the entry's name and in all texts and keys below it `{k}` is replaced by the value. What is `{k}` and
/// nothing else becomes the value itself, a number, a text, a list or a map; `{k}` without quotes, which YAML
/// reads as a map of one key without value, too. Of a value that is a map `{k.field}` is its field. A text
/// without quotes around it stays so: 0.{k} is a number. A `for` inside an entry with `for` knows the
/// variables of both. Positions are those of the text.
/// throws  ConfigError for a `for` that is no map of lists, an empty list, a variable without proper name or
///         one that is known already, an unknown `{x}`, a list or map inside a text, two entries of one name,
///         a name that is no key, or a limit exceeded (those above, kMaxNodes, kMaxKeys, kMaxDepth)
/// cost    O(values of the result log values)
Value expand_loops(const Value& root);

}  // namespace preimage::suite::config
