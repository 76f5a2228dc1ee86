// A value in JSON as programs print it: strict but for what Python and people write, and behind lines of a
// log.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::suite::command {

/// Keys of maps and indices of lists from the root on.
using JsonPath = std::vector<std::string>;

/// The steps of `.test.scores[0]`; a key with dots or brackets is in quotes: `.test["acc@0.5"]` or
/// `."acc@0.5"`.
/// throws  std::invalid_argument
JsonPath parse_json_path(std::string_view path);

/// The text, number, `true` or `false` at the path, a number as it is written, in the JSON that the output is
/// or ends with. JSON here is that of RFC 8259, and NaN, Infinity and numbers like .5, 5. and +1.
/// throws  DataError: the output is no JSON and does not end with any, with the line where it ceases to be
///         one; nothing is there; a list, map or null is there; a key on the path is twice in its map
/// cost    O(bytes) for each line that begins with { or [, the last kMaxStarts of them
std::string value_in_json(const std::string& output, const JsonPath& path);

inline constexpr std::size_t kMaxStarts = 1000;

}  // namespace preimage::suite::command
