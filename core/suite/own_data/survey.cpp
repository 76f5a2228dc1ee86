#include "suite/own_data/survey.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/input_rows.hpp"
#include "suite/data/output_rows.hpp"
#include "suite/own_data/group_columns.hpp"

namespace preimage::suite::own_data {

namespace {

/// Whether it is a number of nines as they are typed for a missing value: 99, -9, -999.
bool is_of_nines(double number) {
  constexpr double kNines[] = {99, 999, 9999, 99999, 999999};
  return number == -9.0 ||
         std::find(std::begin(kNines), std::end(kNines), std::abs(number)) != std::end(kNines);
}

void see_number(ColumnFacts& column, double number, const std::string& field, std::size_t line) {
  const auto widen = [number](std::optional<double>& least, std::optional<double>& most) {
    least = std::min(least.value_or(number), number);
    most = std::max(most.value_or(number), number);
  };
  widen(column.least, column.most);
  if (is_of_nines(number))
    column.nines[number].add(field, line);
  else
    widen(column.least_other, column.most_other);
}

/// Takes field `j` of the row that was read last.
void see(ColumnFacts& column, const data::TableReader& table, std::size_t j, const data::GapWords& words,
         bool is_first_row) {
  const std::string& field = table.text(j);
  const std::size_t line = table.line();
  const bool is_gap = table.is_unknown(j) || data::is_other_gap(field, words) ||
                      (!column.format.declares_values && data::is_gap(field));
  if (is_first_row) column.first = field;
  column.same_text = column.same_text && field == column.first;
  column.is_empty = column.is_empty && field.empty();
  column.has_semicolon = column.has_semicolon || field.find(';') != std::string::npos;
  column.bars += field.find('|') != std::string::npos ? 1 : 0;
  const bool is_number = !is_gap && column.format.numbers != data::TableReader::NumberType::none;
  const std::optional<double> number = is_number ? table.number(j) : std::nullopt;
  const std::optional<long> whole = is_number ? config::read_integer(field) : std::nullopt;
  if (!number && (!column.no_number || (!is_gap && column.gaps == column.no_numbers)))
    column.no_number = FieldPlace{field, line};
  column.no_numbers += number ? 0 : 1;
  column.gaps += is_gap ? 1 : 0;
  if (is_gap && column.first_gap == 0) column.first_gap = line;
  column.text_gaps += is_gap && data::is_missing_text(table, j, words) ? 1 : 0;
  if (!number && !is_gap && column.texts.size() <= kMaxDraftedLevels)
    column.texts[data::level_text(field)].add(field, line);
  if (!number && !is_gap) column.shape.see(field, line);
  if (!number && !is_gap && data::looks_like_gap(field)) column.suspects[field].add(field, line);
  column.are_indicators = column.are_indicators && (is_gap || data::indicator(field));
  column.otherwise_written += !number && !is_gap && !config::number_advice(field).empty() ? 1 : 0;
  column.has_fraction = column.has_fraction || (number && !whole);
  if (number) see_number(column, *number, field, line);
  constexpr long kLeast = std::numeric_limits<long>::min();
  const bool follows = whole && (is_first_row || (*whole != kLeast && column.last_whole == *whole - 1));
  column.counts_rows = column.counts_rows && follows;
  column.last_whole = whole;
  const bool is_typed = column.format.numbers == data::TableReader::NumberType::whole;
  if (whole && column.whole.size() <= (is_typed ? kMaxTypedClasses : kMaxNumberedClasses))
    column.whole.insert(*whole);
}

}  // namespace

void PlacesOfText::add(const std::string& text, std::size_t line) {
  if (count++ == 0) first = {text, line};
}

const ColumnFacts& Survey::column(const std::string& name) const {
  return *std::ranges::find(columns, name, &ColumnFacts::name);
}

void require_rows(const std::string& source, std::size_t rows) {
  if (rows < kFewestRows)
    throw DataError(
        fmt::format("{}: {} rows, expected at least {}: they are cut into folds that test, and again into "
                    "folds that choose",
                    source, rows, kFewestRows));
}

Survey survey_columns(data::TableReader& table, const data::GapWords& words) {
  Survey survey;
  survey.source = table.source();
  survey.unnamed = table.unnamed();
  for (std::size_t j = 0; j < table.header().size(); ++j) {
    ColumnFacts& column = survey.columns.emplace_back();
    column.name = table.header()[j];
    column.format = table.format(j);
  }
  for (; table.next(); ++survey.rows) {
    for (std::size_t j = 0; j < survey.columns.size(); ++j)
      see(survey.columns[j], table, j, words, survey.rows == 0);
  }
  survey.remarks = table.remarks();
  if (!table.separators_found().empty()) survey.remarks.push_back(table.separators_found());
  return survey;
}

std::vector<std::string> columns_of_texts(const Survey& survey, const std::vector<std::string>& columns) {
  std::vector<std::string> found;
  for (const std::string& name : columns) {
    const ColumnFacts& column = survey.column(name);
    const std::size_t texts = column.no_numbers - column.gaps - column.otherwise_written;
    if (texts > 0 && 2 * texts >= survey.rows - column.gaps) found.push_back(name);
  }
  return found;
}

std::vector<PlacesOfText> suspected_gaps(const ColumnFacts& column, std::size_t rows) {
  std::vector<PlacesOfText> found;
  const bool has_signs = column.texts.contains("+");
  for (const auto& [text, places] : column.suspects)
    if (!has_signs || text != "-") found.push_back(places);
  const bool are_few =
      column.least && column.texts.size() <= 3 && 10 * (column.no_numbers - column.gaps) <= rows;
  for (const auto& [text, places] : column.texts)
    if (are_few && !column.suspects.contains(places.first.text) &&
        text.find_first_of("0123456789") == text.npos)
      found.push_back(places);
  for (const auto& [number, places] : column.nines) {
    const bool is_among_texts = !column.least_other && column.no_numbers > column.gaps;
    const bool is_far =
        column.least_other && std::max(*column.least_other - number, number - *column.most_other) >
                                  2.0 * (*column.most_other - *column.least_other);
    if (is_among_texts || is_far) found.push_back(places);
  }
  return found;
}

bool holds_categories(const ColumnFacts& column, std::size_t rows) {
  const std::size_t missing = column.text_gaps, values = rows - missing;
  const std::size_t texts = column.no_numbers - missing;
  const std::size_t different = column.texts.size() + (column.gaps > missing ? 1 : 0);
  return different > 1 && different <= kMaxDraftedLevels && 2 * different <= values && 2 * texts >= values &&
         column.otherwise_written == 0 && !column.has_semicolon;
}

std::optional<StringKind> holds_strings(const ColumnFacts& column, std::size_t rows) {
  if (column.format.holds_graphs) return StringKind::graphs;
  const bool hardly_recur = column.texts.size() > kMaxDraftedLevels || 2 * column.texts.size() > rows;
  const std::optional<StringKind> kind = column.shape.kind();
  if (column.format.names_rows || column.no_numbers < rows || column.gaps > 0) return std::nullopt;
  if (!hardly_recur && kind != StringKind::trees) return std::nullopt;
  const bool are_of_language = kind == StringKind::words || kind == StringKind::sentences;
  return are_of_language && is_named_as_names(column.name) ? std::nullopt : kind;
}

bool has_bars(const ColumnFacts& column, std::size_t rows) {
  return column.bars > 0 && 2 * column.bars >= rows - column.text_gaps;
}

bool holds_indicators(const ColumnFacts& column, std::size_t rows) {
  return column.are_indicators && column.gaps < rows;
}

GuessedKind guess_kind(const ColumnFacts& column, std::size_t rows) {
  using Type = data::TableReader::NumberType;
  const std::size_t different = column.whole.size(), texts = column.no_numbers - column.gaps;
  if (column.format.declares_values) return {data::OutputKind::class_label, "the file lists its values"};
  if (column.format.numbers == Type::fractional)
    return {data::OutputKind::vector, "its numbers are of a type with fractions"};
  if (column.format.numbers == Type::whole && different <= kMaxTypedClasses && 2 * different <= rows)
    return {data::OutputKind::class_label, "its numbers are of a type of whole numbers"};
  if (column.shape.kind() == StringKind::trees)
    return {data::OutputKind::string, "its texts are trees in brackets"};
  if (column.has_semicolon) return {data::OutputKind::label_set, "there are texts with ';' in it"};
  if (has_bars(column, rows)) return {data::OutputKind::label_set, "half of its texts have a '|'"};
  const bool are_labels = !column.has_fraction && different <= kMaxNumberedClasses && 2 * different <= rows;
  if (column.no_numbers == rows && column.gaps == 0 && column.texts.size() == rows && column.shape.kind())
    return {data::OutputKind::string, "none of its texts is met twice"};
  if (texts > 0 && (are_labels || 2 * texts >= rows - column.gaps))
    return {data::OutputKind::class_label, "it holds texts"};
  if (holds_indicators(column, rows) && !column.is_constant())
    return {data::OutputKind::class_label, "it holds 0 and 1"};
  if (are_labels && column.least)
    return {data::OutputKind::class_label,
            "it holds whole numbers that recur (where their order counts: --kind ordinal)"};
  return {data::OutputKind::vector, "it holds numbers"};
}

}  // namespace preimage::suite::own_data
