#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "suite/data/vectors.hpp"

namespace preimage::suite::data {

/// Pairs of strings, bytes as symbols; either may be empty. Folds are the third fields.
struct StringPairs : RowFacts {
  std::vector<std::string> inputs, outputs;
  std::vector<std::string> header;  // fields of a first line that is no pair, or empty
};

/// Whether it begins with '#' and has no tab.
bool looks_like_comment(std::string_view line);

/// Whether the word names what a column of strings holds, as headers do: input, target, word, plural, x1, ...
bool is_header_word(std::string_view word);

/// Lines of input<TAB>output or, all of them, input<TAB>output<TAB>fold; no quoting. Lines that begin with
/// rules.comment are none of them.
/// A first line looks like a header where both strings are header words; where its fold is no integer and
/// that of the next line is one; or where at least half of the different bytes of either string are in no
/// other one of at least 10 below it.
/// throws  DataError "source:line: ..." for another number of fields, a fold that is no integer, more than
///         kMaxRows pairs, lines of # without a tab in front, and what Header::refuse says;
///         "source: ..." for fewer than `at_least` pairs
StringPairs parse_string_pairs(std::string text, const std::string& source, std::size_t at_least = 2,
                               const LineRules& rules = {});

/// The same from a file (decompressed) of at most kMaxTextBytes.
StringPairs load_string_pairs(const std::filesystem::path& path, std::size_t at_least = 2,
                              const LineRules& rules = {});

}  // namespace preimage::suite::data
