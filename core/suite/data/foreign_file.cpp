#include "suite/data/foreign_file.hpp"

#include <algorithm>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <re2/re2.h>

#include "preimage/base/error.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

namespace {

constexpr std::string_view kZip = "PK\x03\x04"sv;
constexpr const char* kArrays =
    "save each of its arrays as .npy, for `preimage init --inputs X.npy --target y.npy`";

struct Format {
  std::string_view name, endings;       // ".xlsx .xlsm": in small letters
  std::vector<std::string_view> magic;  // one of them begins the file
  std::string text = {};                // of a format that is a text: a pattern of how it begins
  const char* to_do = "write it as CSV";
};

/// The first that fits is it; of ZIP archives, as workbooks and .npz are, the ending says more.
const std::vector<Format>& formats() {
  // A list or map, whose first line has no tab, as that of string pairs has.
  static const std::string json = R"(\s*(?:\{ *(?:\r?\n\s*)?"|\[ *(?:\r?\n\s*)?[\[{])[^\t\n]*(?:\n|$))";
  // A number, then pairs of a column and its value, of two lines at least one each.
  static const std::string sparse = R"( *[-+.\deE]+(?: +\d+:[-+.\deE]+)+ *(?:#[^\r\n]*)?)";
  static const std::string comments = R"((?:#[^\n]*\n)*?)";
  static const std::vector<Format> all = {
      {"an Excel workbook", ".xlsx .xlsm .xls", {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv}},
      {"an OpenDocument spreadsheet", ".ods", {}},
      {"a file of several NumPy arrays (.npz)", ".npz", {}, "", kArrays},
      {"Parquet", ".parquet .pq", {"PAR1"sv}},
      {"Feather", ".feather .arrow", {"ARROW1\0\0"sv, "FEA1"sv}},
      {"a file of R", ".rds .rdata .rda", {"X\n\0\0\0"sv, "RDX2\n"sv, "RDX3\n"sv}},
      {"a MATLAB file", ".mat", {"MATLAB 7.3 MAT-file"sv, "MATLAB 5.0 MAT-file"sv}, "", kArrays},
      {"HDF5", ".h5 .hdf5 .hdf", {"\x89HDF\r\n\x1a\n"sv}, "", kArrays},
      {"JSON", ".json .jsonl .ndjson", {}, json},
      {"a Stata file", ".dta", {"<stata_dta>"sv}},
      {"an SPSS file", ".sav", {"$FL2"sv, "$FL3"sv}},
      {"a SAS file", ".sas7bdat .xpt", {}},
      {"a SQLite data base", ".sqlite .sqlite3", {"SQLite format 3\0"sv}},
      {"a pickle of Python",
       ".pkl .pickle",
       {"\x80\x02"sv, "\x80\x03"sv, "\x80\x04\x95"sv, "\x80\x05\x95"sv}},
      {"in the sparse format of LIBSVM",
       ".libsvm .svmlight",
       {},
       sparse + R"((?:\r?\n)+)" + sparse + R"((?:[\r\n]|$))"},
      {"a GCT file of genes by samples", ".gct", {}, comments + R"(#1\.[23]\r?\n)"},
      {"a series matrix of GEO, genes by samples", "", {}, comments + R"((?:!Series_|\^SERIES))"},
      {"a file of time series (.ts)", "", {}, comments + R"((?i:@problemname)\s)"},
      {"an archive", ".zip .7z .rar", {kZip, "7z\xbc\xaf\x27\x1c"sv, "Rar!\x1a\x07"sv}, "", "unpack it"},
  };
  return all;
}

/// nullptr where none has it.
const Format* with_ending(const std::string& ending) {
  for (const Format& format : formats()) {
    const auto endings = split_fields(format.endings, ' ');
    if (!ending.empty() && std::find(endings.begin(), endings.end(), ending) != endings.end()) return &format;
  }
  return nullptr;
}

/// Binary formats have one among their first bytes.
bool has_control_byte(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](unsigned char c) {
    return c < 0x20 && "\t\n\v\f\r\x1a\x1b"sv.find(static_cast<char>(c)) == std::string_view::npos;
  });
}

/// An ending says nothing of a text: many an .xls is a table between tabs. Nor does a magic word: it may be
/// a column's name.
const Format* format_of(std::string_view bytes, const std::string& ending) {
  const Format* named = with_ending(ending);
  if (bytes.starts_with(kZip) && named != nullptr) return named;
  const auto begins = [&](std::string_view magic) { return bytes.starts_with(magic); };
  for (const Format& format : formats())
    if (std::any_of(format.magic.begin(), format.magic.end(), begins) && has_control_byte(bytes))
      return &format;
  const bool is_text =
      !bytes.empty() && bytes.find('\0') == std::string_view::npos && compression_of(bytes, "").empty();
  return is_text && !ending.starts_with(".json") ? nullptr : named;
}

[[noreturn]] void refuse(const Format& format, const std::string& source) {
  throw DataError(fmt::format("{}: is {}, which is not read: {}", source, format.name, format.to_do));
}

}  // namespace

void refuse_foreign(std::string_view bytes, const std::string& source) {
  if (const Format* format = format_of(bytes, small_ending(source))) refuse(*format, source);
}

void refuse_foreign_text(std::string_view text, const std::string& source) {
  for (const Format& format : formats())
    if (!format.text.empty() &&
        re2::RE2::PartialMatch(text, re2::RE2("^(?:" + format.text + ")", re2::RE2::Latin1)))
      refuse(format, source);
}

std::string beginning_of(const fs::path& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return "";
  std::ifstream file(path, std::ios::binary);
  std::string bytes(kTellingBytes, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

void refuse_foreign_file(const fs::path& path) {
  if (const std::string bytes = beginning_of(path); !bytes.empty()) refuse_foreign(bytes, path.string());
}

bool has_foreign_ending(const fs::path& path) {
  const std::string ending = small_ending(path);
  return ending != ".json" && with_ending(ending) != nullptr;
}

}  // namespace preimage::suite::data
