// The file that tells a task its cells: a key a line.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/records/cell_key.hpp"

namespace preimage::suite::run {

/// The keys, one a line, in their order.
std::string cell_list_text(std::span<const records::CellKey> keys);

/// What cell_list_text wrote; `source` names the file in messages.
/// throws  DataError "source:line: ..." for a line that is no key (64 lower-case hexadecimal digits), a key
///         that is there twice, a last line without an end (a file that was cut off), and for no line at all
std::vector<records::CellKey> parse_cell_list(std::string_view text, const std::string& source);

/// The same from a file of at most 64 MiB (about a million keys).
/// throws  DataError
std::vector<records::CellKey> read_cell_list(const std::filesystem::path& path);

}  // namespace preimage::suite::run
