// A table of named columns, row by row, whatever the format of its file.
#pragma once

#include <compare>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::suite::data {

/// Whether the first line of a text names the fields of the others.
enum class Header {
  // It does in a table, and is a pair of strings; refused where it looks otherwise: only the owner knows.
  refuse,
  none,        // it is a row
  first_line,  // it does
  recognise    // of pairs of strings: it does where it looks like it
};

/// Which lines of a text are rows. No line is a comment unless `comment` says how comments begin.
struct LineRules {
  Header header = Header::refuse;
  std::string comment = {};
  auto operator<=>(const LineRules&) const = default;
};

/// As options word them.
/// header  "none", "first_line", or "" where nothing is said
LineRules line_rules(const std::string& header, const std::string& comment);

struct GraphCollection;

/// Gives the next line of a text with its end, or false. It may throw anything.
using NextLine = std::function<bool(std::string& line)>;

/// Each row has a field for each column, a text or a number; no two columns have one name.
class TableReader {
 public:
  virtual ~TableReader() = default;
  const std::vector<std::string>& header() const { return header_; }
  const std::string& source() const { return source_; }
  /// The place of a column in a row.
  /// throws  DataError "source:1: no column 'agee', did you mean 'age'?"
  std::size_t column(const std::string& name) const;
  /// Reads the next row; false after the last.
  /// throws  DataError "source:line: ..."
  virtual bool next() = 0;
  /// The same, and its fields as texts.
  bool next(std::vector<std::string>& texts);
  /// A field of the row that was read last.
  virtual const std::string& text(std::size_t column) const = 0;
  /// The same as a number, as config::read_decimal has it; nothing where it is none. NumPy's are never texts
  /// on the way.
  virtual std::optional<double> number(std::size_t column) const;
  /// The line on which the row begins.
  std::size_t line() const { return row_line_; }
  /// throws  DataError "source:line: message"
  [[noreturn]] void fail(std::size_t line, const std::string& message) const;
  /// The same of the row that was read last.
  [[noreturn]] void fail(const std::string& message) const { fail(row_line_, message); }
  /// Whether the format itself says that the last row has no value there. Its field is "" then; CSV knows no
  /// such thing.
  virtual bool is_unknown(std::size_t /*column*/) const { return false; }
  /// Of the numbers of a column, as NumPy's types are. `none`: its digits are no numbers, as those of dates
  /// are not.
  enum class NumberType { unsaid, whole, fractional, none };
  /// What a format says of a column.
  struct ColumnFormat {
    NumberType numbers = NumberType::unsaid;
    bool declares_values = false;  // it lists its values, so that none of them means that there is none
    bool names_rows = false;       // it names or describes its rows: no learner learns of it, unless told to
    bool holds_graphs = false;     // as texts (samples::parse_graph)
  };
  /// CSV says nothing.
  ColumnFormat format(std::size_t column) const {
    return column < formats_.size() ? formats_[column] : ColumnFormat{};
  }
  /// Whether columns have names in the file; else they are numbered.
  virtual bool has_names() const { return true; }
  /// Gives columns that have no names in the file these, in order; false where they have, or are not as many.
  virtual bool name_columns(const std::vector<std::string>& /*names*/) { return false; }
  /// The sizes of what a row holds, where it is an array: {h, w} of images h x w; else empty.
  const std::vector<std::size_t>& row_shape() const { return row_shape_; }
  /// The columns that the file itself calls labels, in their order; none in most formats.
  const std::vector<std::string>& labels() const { return labels_; }
  /// Why it is in doubt which columns these are, and what to write in a config; "" where it is not.
  const std::string& labels_doubt() const { return labels_doubt_; }
  /// The name given here to a first column that has none in the file; its header() holds it.
  const std::optional<std::string>& unnamed() const { return unnamed_; }
  /// Which separators were found, where they are usual and the file's name says nothing of them: of interest
  /// when a config is written, not beside each table. Else "".
  const std::string& separators_found() const { return separators_found_; }
  /// How the file was understood where it says it in no usual way, a line each; complete behind the last row.
  virtual std::vector<std::string> remarks() const { return {}; }

 protected:
  explicit TableReader(std::string source) : source_(std::move(source)) {}
  TableReader(const TableReader&) = default;
  TableReader(TableReader&&) = default;
  TableReader& operator=(const TableReader&) = default;
  TableReader& operator=(TableReader&&) = default;

  std::string source_, labels_doubt_, separators_found_;
  std::vector<std::string> header_, labels_;
  std::vector<ColumnFormat> formats_;  // of the first columns; of the others nothing is said
  std::vector<std::size_t> row_shape_;
  std::optional<std::string> unnamed_;
  std::size_t row_line_ = 1;
};

/// One line, at most kMaxColumnName bytes, not empty.
bool is_column_name(const std::string& name);

/// Whether a name ends as files of tables do, be they read or named with what to type (foreign_file.hpp).
bool is_name_of_table(const std::filesystem::path& path);

enum class TableFormat { delimited, arff, npy, fasta };

/// By the content: NumPy's .npy (npy_table.hpp); FASTA (fasta.hpp) and ARFF (arff.hpp) by their first lines,
/// or by the name; else fields between separators (delimited.hpp).
/// bytes  of the file, or its first kTellingBytes
TableFormat table_format(std::string_view bytes, const std::filesystem::path& path);

/// The bytes of a file as a table.
/// rules   of a text between separators
/// prefix  of the names of columns that have none
/// throws  what the readers of the formats throw
std::unique_ptr<TableReader> make_table_reader(std::string bytes, const std::filesystem::path& path,
                                               const LineRules& rules = {}, const std::string& prefix = "x");

/// The same of a file of at most kMaxTextBytes, a .npy of kMaxNpyBytes. A compressed one is
/// decompressed.
std::unique_ptr<TableReader> open_table(const std::filesystem::path& path, const LineRules& rules = {});

/// The bytes of a table, read once and gone through as often as it takes: of one file, or of two whose rows
/// belong together, the inputs in one and the outputs in the other (X.npy, y.npy). Columns without names are
/// x0, x1, ... and y0, y1, ... A folder is a collection of graphs (graph_collection.hpp).
class TableFile {
 public:
  /// throws  DataError for formats that are not read (refuse_foreign), and where a file cannot be read or is
  ///         too large
  explicit TableFile(const std::filesystem::path& path,
                     const std::optional<std::filesystem::path>& outputs = std::nullopt,
                     LineRules rules = {});
  /// From the first row on. Rows of two files come side by side, the outputs' columns last.
  /// throws  what the readers throw; DataError for a column that both files have, and, from next(), for
  ///         another number of rows
  std::unique_ptr<TableReader> open() const&;
  std::unique_ptr<TableReader> open() &&;  // without a copy of the bytes
  /// The columns of the second file; none where there is one alone.
  std::vector<std::string> output_columns() const;
  /// The format and the SHA-256 of the (decompressed) content: "arff ...", "npy ... outputs npy ...",
  /// "graphs ..."; "vectors ..." of CSV and its like.
  std::string identity() const;

 private:
  struct Part {
    std::filesystem::path path;
    std::string bytes;
    std::shared_ptr<const GraphCollection> graphs;  // of a folder, in place of bytes
  };
  static std::unique_ptr<TableReader> reader_of(Part part, const LineRules& rules, const std::string& prefix);
  std::vector<Part> parts_;
  LineRules rules_;
};

}  // namespace preimage::suite::data
