// Which fields of a table say that they have no value.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::suite::data {

class TableReader;

/// How a config reads them (`dataset.na`); without one by these defaults.
struct GapWords {
  /// In columns of texts (categories, classes, labels, groups) NA and the like are texts; only an empty field
  /// has no value.
  bool na_is_text = false;
  /// Further texts that say it, in columns of any kind. A number says it in each of its spellings: -99 and
  /// -99.0.
  std::vector<std::string> others = {};
  auto operator<=>(const GapWords&) const = default;
};

/// Whether a field says that it has no value, be there blanks around it: an empty one, and the words that
/// pandas, R, SQL, Weka and spreadsheets write: NA, N/A, n/a, #N/A, <NA>, NaN, nan, -nan, NaT, null, NULL,
/// None, ?
bool is_gap(std::string_view field);

/// Whether it is one of words.others.
bool is_other_gap(std::string_view field, const GapWords& words);

/// Of a column of numbers: one or the other.
inline bool is_gap(std::string_view field, const GapWords& words) {
  return is_gap(field) || is_other_gap(field, words);
}

/// Of a column of texts: likewise, but a value that the format lists (ColumnFormat::declares_values) is one,
/// and with `na_is_text` all but an empty field. words.others go before both.
bool is_missing_text(const TableReader& table, std::size_t column, const GapWords& words);

/// Of a column of numbers in a table: is_gap of the field.
bool is_missing_number(const TableReader& table, std::size_t column, const GapWords& words);

/// Whether a text looks like a missing value though it is read as a text: \N of MySQL, #NULL! and the other
/// errors of spreadsheets, ".", "-" and rows of them, "n.a." and the like.
bool looks_like_gap(std::string_view text);

/// `na: ["\\N"]`, to be typed into a config.
std::string na_key(const std::vector<std::string>& words);

}  // namespace preimage::suite::data
