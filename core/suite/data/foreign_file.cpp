#include "suite/data/foreign_file.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

namespace {

/// What a line to type makes: a table, or an array in a file of its own for each name.
enum class Makes { table, table_without_header, arrays };

struct Format {
  std::string_view name, endings;       // ".xlsx .xlsm": in small letters
  std::vector<std::string_view> magic;  // one of them begins the file
  std::string line;                     // {0} is the file, {1} what is made of it
  Makes makes = Makes::table;
};

constexpr std::string_view kZip = "PK\x03\x04"sv, kGzip = "\x1f\x8b"sv;
/// Known by their first line alone: no endings of files.
constexpr std::string_view kGeo = "GEO", kSeries = "series";

std::string pandas(const std::string& reader, const std::string& more = "") {
  return fmt::format("python3 -c \"import pandas; pandas.{}('{{0}}'{}).to_csv('{{1}}', index=False)\"",
                     reader, more);
}

std::string r(const std::string& table) {
  return fmt::format("Rscript -e \"write.csv({}, '{{1}}', row.names = FALSE)\"", table);
}

/// Saves the arrays of a map `f`, made by `opening`, each by its name.
std::string arrays_of(const std::string& opening, const std::string& array = "f[k]") {
  return fmt::format(
      "python3 -c \"import numpy; {}; [numpy.save(k + '.npy', {}) for k in f if k[0] != '_']\"", opening,
      array);
}

/// The labels as they are written, then the columns that occur; what a row does not say is 0.
constexpr const char* kSparseLine =
    "python3 -c \"rows = [l.split('#')[0].split() for l in open('{0}') if l.strip()]; "
    "d = [dict(p.split(':') for p in r[1:]) for r in rows]; k = sorted(set().union(*d), key=int); "
    "print('y', *('x' + j for j in k), sep=','); "
    "[print(r[0], *(e.get(j, '0') for j in k), sep=',') for r, e in zip(rows, d)]\" > '{1}'";

/// The first that fits is it; of ZIP archives the ending says more.
const std::vector<Format>& formats() {
  static const std::string hdf5 = arrays_of("import h5py; f = h5py.File('{0}')", "f[k][()]"),
                           matlab = arrays_of("import scipy.io; f = scipy.io.loadmat('{0}')",
                                              "numpy.squeeze(f[k])"),
                           sqlite = "sqlite3 -header -csv '{0}' 'select * from TABLE' > '{1}'",
                           series = "sed '/^[@#]/d; /^ *$/d; s/:/,/g' '{0}' > '{1}'";
  static const std::vector<std::string_view> pickles = {"\x80\x02"sv, "\x80\x03"sv, "\x80\x04\x95"sv,
                                                        "\x80\x05\x95"sv};
  static const std::vector<Format> all = {
      {"an Excel workbook", ".xlsx .xlsm", {}, pandas("read_excel")},
      {"an Excel workbook (.xls)", ".xls", {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv}, pandas("read_excel")},
      {"an OpenDocument spreadsheet", ".ods", {}, pandas("read_excel", ", engine='odf'")},
      {"a file of several NumPy arrays (.npz)",
       ".npz",
       {},
       arrays_of("f = numpy.load('{0}')"),
       Makes::arrays},
      {"Parquet", ".parquet .pq", {"PAR1"sv}, pandas("read_parquet")},
      {"Feather", ".feather .arrow", {"ARROW1\0\0"sv, "FEA1"sv}, pandas("read_feather")},
      {"an R object (.rds)", ".rds", {"X\n\0\0\0"sv}, r("readRDS('{0}')")},
      {"an R workspace", ".rdata .rda", {"RDX2\n"sv, "RDX3\n"sv}, r("get(load('{0}')[1])")},
      {"a MATLAB file of version 7.3", "", {"MATLAB 7.3 MAT-file"sv}, hdf5, Makes::arrays},
      {"a MATLAB file", ".mat", {"MATLAB 5.0 MAT-file"sv}, matlab, Makes::arrays},
      {"HDF5", ".h5 .hdf5 .hdf", {"\x89HDF\r\n\x1a\n"sv}, hdf5, Makes::arrays},
      {"JSON, a row per line", ".jsonl .ndjson", {}, pandas("read_json", ", lines=True")},
      {"JSON", ".json", {}, pandas("read_json")},
      {"a Stata file", ".dta", {"<stata_dta>"sv}, pandas("read_stata")},
      {"an SPSS file", ".sav", {"$FL2"sv, "$FL3"sv}, pandas("read_spss")},
      {"a SAS file", ".sas7bdat .xpt", {}, pandas("read_sas")},
      {"a SQLite data base", ".sqlite .sqlite3", {"SQLite format 3\0"sv}, sqlite},
      {"a pickle of Python", ".pkl .pickle", pickles, pandas("read_pickle")},
      {"in the sparse format of LIBSVM", ".libsvm .svmlight", {}, kSparseLine},
      {"a GCT file of genes by samples", ".gct", {}, "tail -n +3 '{0}' > '{1}'"},
      {"a series matrix of GEO, genes by samples", kGeo, {}, "sed '/^[!^]/d; /^ *$/d' '{0}' > '{1}'"},
      {"a file of time series (.ts)", kSeries, {}, series, Makes::table_without_header},
      {"compressed by bzip2", ".bz2", {"BZh"sv}, "bunzip2 -c '{0}' > '{1}'"},
      {"compressed by xz", ".xz", {"\xfd\x37zXZ\0"sv}, "xz -dc '{0}' > '{1}'"},
      {"compressed by zstd", ".zst", {"\x28\xb5\x2f\xfd"sv}, "zstd -dc '{0}' > '{1}'"},
      {"a ZIP archive", ".zip", {kZip}, "unzip -p '{0}' > '{1}'"},
      {"a RAR or 7z archive",
       ".7z .rar",
       {"7z\xbc\xaf\x27\x1c"sv, "Rar!\x1a\x07"sv},
       "7z e -so '{0}' > '{1}'"},
  };
  return all;
}

/// nullptr where none has it.
const Format* with_ending(std::string_view ending) {
  for (const Format& format : formats()) {
    const auto endings = split_fields(format.endings, ' ');
    if (!ending.empty() && std::find(endings.begin(), endings.end(), ending) != endings.end()) return &format;
  }
  return nullptr;
}

std::string small_ending(const fs::path& path) {
  return lower_case(path.extension().string());
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find_first_of("\r\n"));
}

/// A list or map of JSON, whose first line has no tab, as that of string pairs has.
const Format* json_format(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return nullptr;
  text.remove_prefix(begin);
  if (first_line(text).find('\t') != std::string_view::npos) return nullptr;
  const std::size_t next = text.find_first_not_of(kBlanks, 1);
  const char second = next == std::string_view::npos ? '\0' : text[next];
  const bool is_map = text.front() == '{' && second == '"';
  if (!is_map && !(text.front() == '[' && (second == '{' || second == '['))) return nullptr;
  const bool has_row_per_line =
      is_map && first_line(text).ends_with('}') && text.find("\n{\"") != std::string_view::npos;
  return with_ending(has_row_per_line ? ".jsonl" : ".json");
}

/// `+1 3:0.5 17:1`: a number, then pairs of a column and its value, of two lines at least one each.
bool is_sparse_line(std::string_view line) {
  line = line.substr(0, line.find('#'));  // a comment
  std::size_t words = 0;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    if (word.empty()) continue;
    const std::size_t colon = word.find(':');
    const bool fits = words == 0
                          ? config::parse_decimal(word.substr(word.front() == '+' ? 1 : 0)).has_value()
                          : colon != std::string_view::npos && config::parse_integer(word.substr(0, colon)) &&
                                config::read_decimal(word.substr(colon + 1));
    if (!fits) return false;
    ++words;
  }
  return words > 1;
}

bool is_sparse(std::string_view text) {
  const std::string_view first = first_line(text);
  const std::size_t second = text.find_first_not_of("\r\n", first.size());
  return second != std::string_view::npos && is_sparse_line(first) &&
         is_sparse_line(first_line(text.substr(second)));
}

/// Formats of biology and of time series that are texts, by the line that each begins with.
const Format* text_format(std::string_view text) {
  while (text.starts_with('#') && !text.starts_with("#1.")) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return nullptr;
    text.remove_prefix(end + 1);
  }
  const std::string_view line = first_line(text);
  if (line == "#1.2" || line == "#1.3") return with_ending(".gct");
  if (line.starts_with("!Series_") || line.starts_with("^SERIES")) return with_ending(kGeo);
  const std::string word = lower_case(std::string(line.substr(0, line.find_first_of(" \t"))));
  return word == "@problemname" ? with_ending(kSeries) : nullptr;
}

/// Binary formats have one among their first bytes.
bool has_control_byte(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](unsigned char c) {
    return c < 0x20 &&
           std::string_view("\t\n\v\f\r\x1a\x1b").find(static_cast<char>(c)) == std::string_view::npos;
  });
}

/// An ending says nothing of a text: many an .xls is a table between tabs. Nor does a magic word: it may be
/// a column's name.
const Format* format_of(std::string_view bytes, const std::string& ending) {
  const bool is_text = bytes.find('\0') == std::string_view::npos && !bytes.starts_with(kGzip);
  const bool is_of_r = ending == ".rds" || ending == ".rda" || ending == ".rdata";
  if (is_of_r && !is_text) return with_ending(ending);
  if (bytes.starts_with(kZip)) {  // so are workbooks and .npz
    const Format* named = with_ending(ending);
    return named != nullptr ? named : with_ending(".zip");
  }
  const auto begins = [&](std::string_view magic) { return bytes.starts_with(magic); };
  for (const Format& format : formats()) {
    if (std::any_of(format.magic.begin(), format.magic.end(), begins) && has_control_byte(bytes))
      return &format;
  }
  if (ending.starts_with(".json")) {
    if (bytes.starts_with(kGzip)) return nullptr;  // what is in it tells more
    const Format* json = json_format(bytes);
    return json == nullptr ? with_ending(ending) : json;
  }
  return is_text && !bytes.empty() ? nullptr : with_ending(ending);
}

/// Without ".gz".
fs::path plain_name(const fs::path& path) {
  return path.extension() == ".gz" ? path.stem() : path.filename();
}

/// "data.csv.bz2" makes data.csv, "sheet.xlsx" sheet.csv.
std::string made_name(const fs::path& path) {
  const fs::path stem = plain_name(path).stem();
  const std::string made = stem.has_extension() ? stem.string() : stem.string() + ".csv";
  return made == path.filename() ? "NEW.csv" : made;
}

/// Whether a shell and a string of Python take the name as it is.
bool is_plain_word(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 ||
           std::string_view("._-/+@ ").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

[[noreturn]] void refuse(const Format& format, const std::string& source) {
  const fs::path path = source;
  const bool has_name = path.has_extension() && is_plain_word(source);
  const std::string made = has_name ? made_name(path) : "NEW.csv";
  const std::string line = fmt::format(fmt::runtime(format.line), has_name ? source : "FILE", made);
  throw DataError(
      fmt::format("{}: is {}, which is not read: `{}` makes {}", source, format.name, line,
                  format.makes == Makes::arrays
                      ? "a .npy file of each array, for `preimage init --inputs X.npy --target y.npy`"
                  : format.makes == Makes::table_without_header
                      ? made + " of it, which has no header: read it with --header none"
                      : made + " of it"));
}

}  // namespace

void refuse_foreign(std::string_view bytes, const std::string& source) {
  if (const Format* format = format_of(bytes, small_ending(plain_name(source)))) refuse(*format, source);
}

void refuse_foreign_text(std::string_view text, const std::string& source) {
  if (const Format* json = json_format(text)) refuse(*json, source);
  if (is_sparse(text)) refuse(*with_ending(".libsvm"), source);
  if (const Format* format = text_format(text)) refuse(*format, source);
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
