// The USPS digits in the text form of "The Elements of Statistical Learning": a line holds the label and 256
// pixels, separated by blanks ("6.0000 -1.0000 -0.6310 ...").
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "suite/data/digits.hpp"

namespace preimage::suite::data {

/// cost    one pass; about 0.1 s for 7,291 rows
/// throws  DataError "source:line: ..." for a field that is no number, a label other than 0..9, a pixel
/// outside
///         [-1, 1], or a number of fields other than 257; "source: ..." for an empty text
Digits parse_usps(std::string_view text, const std::string& source);

/// The same from zip.train(.gz) or zip.test(.gz).
Digits load_usps(const std::filesystem::path& path);

}  // namespace preimage::suite::data
