// FASTA, the text format of DNA, RNA and protein sequences: a line `>id description` per record, then lines
// of its sequence [Pearson and Lipman 1988].
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "suite/data/table_reader.hpp"

namespace preimage::suite::data {

/// Whether a file of that name is FASTA: .fasta, .fa, .fna, .faa, in any case, also with .gz and its like behind it.
bool has_fasta_ending(const std::filesystem::path& path);

/// Whether the first line begins with '>' and the next one that is not empty holds letters of a sequence
/// alone.
bool begins_as_fasta(std::string_view text);
/// Whether it may do so, as far as the first line tells.
bool may_be_fasta(std::string_view text);

/// A row per record. Its columns:
///   id           the first word behind '>'
///   id_1, ...    the parts of it between '|', where the first record has such: as many as there; a later
///                record's further ones are in the last of them, and those that it lacks are ""
///   description  the other words, without blanks around; or ""
///   sequence     all lines up to the next '>', joined without blanks; small letters stay small, and '*'
///                stays
/// Empty lines, and those that begin with ';', are no part of it.
/// Reads the first record's header.
/// throws  DataError for a text without records, letters above the first '>', and as plain_text; from next()
///         "source:line: ..." for a record without a sequence, a byte in it that is no letter of ASCII, '*',
///         '-' or '.', and more than kMaxRows records
std::unique_ptr<TableReader> read_fasta(std::string text, std::string source);

/// The same of any number of records, that come line by line and are not held.
/// throws  DataError also as refuse_nul
std::unique_ptr<TableReader> read_fasta(NextLine next_line, std::string source);

}  // namespace preimage::suite::data
