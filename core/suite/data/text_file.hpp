// The text of a file as programs export it: encodings and line ends.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::suite::data {

/// The text without UTF-8's byte order mark and DOS's Ctrl-Z at the end, its lines ended by LF or CRLF. Where
/// its first line ends with CR alone, each CR that no LF follows becomes LF.
/// throws  DataError of formats that are no text, as refuse_foreign; naming the encoding and a command that
///         converts the file, for UTF-16 and UTF-32, with a byte order mark or without; "source:line: found a
///         NUL byte, ..." for any other NUL byte
std::string plain_text(std::string text, const std::string& source);

/// throws  DataError "source:line: found a NUL byte, ...": the file is binary or UTF-16
void refuse_nul(std::string_view text, const std::string& source, std::size_t first_line = 1);

/// Behind UTF-8's byte order mark, where there is one.
std::string_view without_order_mark(std::string_view text);

/// throws  ConfigError naming the option where there is such a file, and it is not empty and begins otherwise: no
///         file of a user is lost
void refuse_to_replace_other(const std::filesystem::path& out, const std::string& beginning,
                             const std::string& option);

/// Letters of ASCII as small ones.
std::string lower_case(std::string text);

/// How the name of a file ends, in small letters, without ".gz" and its like behind it: ".csv".
std::string small_ending(const std::filesystem::path& path);
/// Adds a text that is not among them.
void add_once(std::vector<std::string>& texts, const std::string& text);
/// Adds texts behind the others.
void append(std::vector<std::string>& texts, std::vector<std::string> more);

/// "a, b and 3 more": at most five of the texts.
/// between  the text between two
/// of       what the others are: " columns"
std::string few_of(std::vector<std::string> texts, const std::string& between = ", ",
                   const std::string& of = "");

/// Where a text is no table, as pairs of strings are none.
/// throws  DataError of one in the format FASTA, which says how it is read
void refuse_fasta(std::string_view text, const std::string& source);

/// Where a text holds a byte that is no UTF-8: which, that the file may be in Latin-1, and a command that
/// converts it; else "".
std::string encoding_advice(std::string_view text);

}  // namespace preimage::suite::data
