#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::suite::data {

/// Pairs of strings, bytes as symbols; either may be empty.
struct StringPairs {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<int> folds;               // n, or empty where the lines have no third field
  std::vector<std::string> fold_texts;  // the same as they stand in the file
};

/// Lines of input<TAB>output or, all of them, input<TAB>output<TAB>fold; no quoting. Lines that begin with
/// '#' are comments and stand only in front of the first pair.
/// throws  DataError "source:line: ..." for another number of fields, a fold that is no integer, a '#' line
///         further down, more than kMaxRows pairs; "source: ..." for fewer than `at_least` pairs
StringPairs parse_string_pairs(std::string_view text, const std::string& source, std::size_t at_least = 2);

/// The same from a file (decompressed where its name ends in ".gz") of at most kMaxTextBytes.
StringPairs load_string_pairs(const std::filesystem::path& path, std::size_t at_least = 2);

}  // namespace preimage::suite::data
