#pragma once

#include <string>
#include <vector>

namespace preimage::suite::own_data {

/// One line that names the classes or labels that look alike, if there are any: their texts differ by the Unicode form of a
/// letter with a mark (one character or two), by characters without width or by blanks alone. Each is spelled by the numbers
/// of its characters.
/// names  of an output, all different; those that are no UTF-8 are left out
std::vector<std::string> alike_warnings(const std::vector<std::string>& names);

}  // namespace preimage::suite::own_data
