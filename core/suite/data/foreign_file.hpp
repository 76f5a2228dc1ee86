// Files of formats that are not read: each is recognised, and named with what to do.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace preimage::suite::data {

/// How many bytes of a file's beginning tell its format.
inline constexpr std::size_t kTellingBytes = std::size_t{1} << 16;

/// Excel, OpenDocument, Parquet, Feather, R, MATLAB, HDF5, .npz, pickles, Stata, SPSS, SAS, SQLite,
/// archives; .json by its name. A file without a control byte is a text, whatever
/// word it begins with.
/// bytes   of the file, or the first kTellingBytes
/// source  its path: the ending tells where bytes do not; a stream has none
/// throws  DataError "f.xlsx: is an Excel workbook, which is not read: write it as CSV"
void refuse_foreign(std::string_view bytes, const std::string& source);

/// The same of texts that are no table: JSON, the sparse format of LIBSVM (`+1 3:0.5 17:1`), GCT, series
/// matrices of GEO, and time series (.ts).
void refuse_foreign_text(std::string_view text, const std::string& source);

/// The first kTellingBytes of a file; nothing of one that cannot be read or is no regular file.
std::string beginning_of(const std::filesystem::path& path);

/// As refuse_foreign, of a file, of which no more than the beginning is read. A file that cannot be read is
/// left to its reader.
void refuse_foreign_file(const std::filesystem::path& path);

/// Whether the name ends as those of such tables do (".xlsx"), but for .json, as configs may be.
bool has_foreign_ending(const std::filesystem::path& path);

}  // namespace preimage::suite::data
