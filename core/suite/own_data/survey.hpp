// What the columns of a table hold, before a config says what they mean.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suite/data/table_reader.hpp"
#include "suite/data/vectors.hpp"
#include "suite/own_data/string_kinds.hpp"

namespace preimage::suite::own_data {

/// A field with the line of its row.
struct FieldPlace {
  std::string text;
  std::size_t line = 0;
};

/// A text with the line of its first row, and how many rows have it.
struct PlacesOfText {
  FieldPlace first;
  std::size_t count = 0;
  void add(const std::string& text, std::size_t line);
};

/// More different whole numbers than this are no classes.
inline constexpr std::size_t kMaxNumberedClasses = 20;
/// The same of a column whose format says that its numbers are whole.
inline constexpr std::size_t kMaxTypedClasses = 1000;
/// More different texts than this are no categories, but names.
inline constexpr std::size_t kMaxDraftedLevels = 50;

struct ColumnFacts {
  std::string name;
  suite::data::TableReader::ColumnFormat format;
  std::optional<FieldPlace> no_number;  // the first field that is none, of several one that is no gap
  std::size_t no_numbers = 0;           // how many are none
  std::size_t gaps = 0;                 // how many of these say that a number is missing
  std::size_t first_gap = 0;            // the line of the first; or 0
  std::size_t text_gaps = 0;            // how many fields say that a text is missing
  /// How many of these are numbers in another form: 2,5 or 45% (config::number_advice).
  std::size_t otherwise_written = 0;
  bool is_empty = true;        // in every row
  bool has_semicolon = false;  // in some row
  std::size_t bars = 0;        // how many fields have a '|'
  bool has_fraction = false;   // a number in some row that is not written as a whole one
  bool are_indicators = true;  // every field is a gap or says whether a row has a label (data::indicator)
  std::string first;           // the field of the first row
  bool same_text = true;       // every row has the first one's
  std::optional<double> least, most;  // of the numbers
  bool counts_rows = true;            // each row has the whole number behind that of the row before
  std::optional<long> last_whole;     // of the row that was seen last
  std::set<long> whole;               // the different ones, one more than may be classes at most
  /// Those that are no numbers and no gaps, as categories are compared; kMaxDraftedLevels + 1 at most.
  std::map<std::string, PlacesOfText> texts;
  TextShape shape;                               // of these, all of them
  std::map<std::string, PlacesOfText> suspects;  // texts that look like missing values (data::looks_like_gap)
  std::map<double, PlacesOfText> nines;          // -99, 999 and the like
  std::optional<double> least_other, most_other;  // of the other numbers

  /// Numbers, of which some may be missing.
  bool has_numbers() const { return least && gaps == no_numbers; }
  bool is_constant() const { return has_numbers() ? *least == *most : same_text; }
};

struct Survey {
  std::string source;
  std::size_t rows = 0;
  std::vector<ColumnFacts> columns;
  std::optional<std::string> unnamed;  // of the columns: it names the rows, and no learner sees it
  std::vector<std::string> remarks;    // of the reader, on how the file was understood

  const ColumnFacts& column(const std::string& name) const;  // requires that it is there
};

/// throws  what the reader throws
Survey survey_columns(suite::data::TableReader& table, const suite::data::GapWords& words = {});

/// Those of the columns that hold texts: at least half of the fields that have a value are no numbers, not
/// even in another form (2,5 or 45%). Other columns with a field that is no number are left to
/// data::InputRows, which names it.
std::vector<std::string> columns_of_texts(const Survey& survey, const std::vector<std::string>& columns);

/// What looks like a missing value and is read as one that is there: the texts of data::looks_like_gap (but
/// "-" beside "+"), numbers of nines (99, -999) among texts, or farther from all other numbers than twice
/// these spread, and up to 3 texts without a digit in a tenth of the rows where all others are numbers.
std::vector<PlacesOfText> suspected_gaps(const ColumnFacts& column, std::size_t rows);

/// Whether a column of `rows` fields holds categories: texts, at least half of the fields that have a value,
/// no more than kMaxDraftedLevels different ones, and each twice in the mean. Texts with ';' are label sets.
bool holds_categories(const ColumnFacts& column, std::size_t rows);

/// Where all fields of a column are texts that hardly recur, or trees, what they are as strings (TextShape).
/// No words and sentences in a column whose name says that they are names, codes or groups of rows, and
/// nothing where the format says that it names the rows.
std::optional<StringKind> holds_strings(const ColumnFacts& column, std::size_t rows);

/// Whether at least half of the fields that have a value have a '|', as between labels.
bool has_bars(const ColumnFacts& column, std::size_t rows);

/// Whether each field that has a value says whether its row has a label: 0 or 1, 0.0 or 1.0, True or False,
/// yes or no.
bool holds_indicators(const ColumnFacts& column, std::size_t rows);

/// Fewer cannot be cut twice, once to test and once to choose.
inline constexpr std::size_t kFewestRows = 10;
/// throws  DataError "file: 7 rows, expected at least 10: ..."
void require_rows(const std::string& source, std::size_t rows);

struct GuessedKind {
  suite::data::OutputKind kind = suite::data::OutputKind::vector;
  std::string reason;  // "it holds texts"
};

/// What a target column holds. Texts of which one has a ';', or half a '|', are label sets. Classes are other
/// texts; values that the format lists; 0 and 1, also as 0.0 and 1.0; and whole numbers of which
/// kMaxNumberedClasses at most are different, or kMaxTypedClasses where the format says that they are whole,
/// each twice in the mean. Where the format says that numbers are fractional, they are no classes. All else
/// are numbers, also where a few fields are none: a gap among measurements makes no classes of them, and
/// reading it is an error that names it. Trees in brackets are strings. So are texts of which none is
/// met twice, where they look like strings (TextShape): classes need several samples of one.
GuessedKind guess_kind(const ColumnFacts& column, std::size_t rows);

}  // namespace preimage::suite::own_data
