#include "suite/own_data/survey.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/input_rows.hpp"

namespace preimage::suite::own_data {

namespace {

/// is_unknown  the format says that there is no value
void see(ColumnFacts& column, const std::string& field, std::size_t line, bool is_first_row,
         bool is_unknown) {
  if (is_first_row) column.first = field;
  column.same_text = column.same_text && field == column.first;
  column.is_empty = column.is_empty && field.empty();
  column.has_semicolon = column.has_semicolon || field.find(';') != std::string::npos;
  const bool is_date = column.type == data::TableReader::NumberType::none;
  const auto number = is_date ? std::nullopt : config::read_decimal(field);
  const auto whole = is_date ? std::nullopt : config::read_integer(field);
  if (!number && !column.no_number) column.no_number = FieldPlace{field, line};
  column.no_numbers += number ? 0 : 1;
  const bool is_gap = is_unknown || (!column.declares_values && data::is_gap(field));
  column.gaps += is_gap ? 1 : 0;
  column.blanks += is_gap && field.find_first_not_of(" \t") == std::string::npos ? 1 : 0;
  if (!number && !is_gap && column.texts.size() <= kMaxDraftedLevels)
    column.texts.insert(data::level_text(field));
  column.otherwise_written += !number && !config::number_advice(field).empty() ? 1 : 0;
  column.has_fraction = column.has_fraction || (number && !whole);
  if (number) {
    column.least = std::min(column.least.value_or(*number), *number);
    column.most = std::max(column.most.value_or(*number), *number);
  }
  constexpr long kLeast = std::numeric_limits<long>::min();
  const bool follows = whole && (is_first_row || (*whole != kLeast && column.last_whole == *whole - 1));
  column.counts_rows = column.counts_rows && follows;
  column.last_whole = whole;
  const bool is_typed = column.type == data::TableReader::NumberType::whole;
  if (whole && column.whole.size() <= (is_typed ? kMaxTypedClasses : kMaxNumberedClasses))
    column.whole.insert(*whole);
}

}  // namespace

const ColumnFacts& Survey::column(const std::string& name) const {
  return *std::find_if(columns.begin(), columns.end(),
                       [&](const ColumnFacts& facts) { return facts.name == name; });
}

void require_rows(const std::string& source, std::size_t rows) {
  if (rows < kFewestRows)
    throw DataError(
        fmt::format("{}: {} rows, expected at least {}: they are cut into folds that test, and again into "
                    "folds that choose",
                    source, rows, kFewestRows));
}

Survey survey_columns(data::TableReader& table) {
  Survey survey;
  survey.source = table.source();
  survey.unnamed = table.unnamed();
  for (std::size_t j = 0; j < table.header().size(); ++j) {
    ColumnFacts& column = survey.columns.emplace_back();
    column.name = table.header()[j];
    column.type = table.number_type(j);
    column.declares_values = table.declares_values(j);
  }
  std::vector<std::string> fields;
  for (; table.next(fields); ++survey.rows) {
    for (std::size_t j = 0; j < fields.size(); ++j)
      see(survey.columns[j], fields[j], table.line(), survey.rows == 0, table.is_unknown(j));
  }
  survey.remarks = table.remarks();
  require_rows(survey.source, survey.rows);
  return survey;
}

bool holds_categories(const ColumnFacts& column, std::size_t rows, bool na_is_text) {
  const std::size_t missing = column.missing_texts(na_is_text), values = rows - missing;
  const std::size_t texts = column.no_numbers - missing;
  const std::size_t different = column.texts.size() + (column.gaps > missing ? 1 : 0);
  return different > 1 && different <= kMaxDraftedLevels && 2 * different <= values && 2 * texts >= values &&
         column.otherwise_written == 0 && !column.has_semicolon;
}

GuessedKind guess_kind(const ColumnFacts& column, std::size_t rows) {
  using Type = data::TableReader::NumberType;
  const std::size_t different = column.whole.size();
  if (column.declares_values) return {data::OutputKind::class_label, "the file lists its values"};
  if (column.type == Type::fractional)
    return {data::OutputKind::vector, "its numbers are of a type with fractions"};
  if (column.type == Type::whole && different <= kMaxTypedClasses && 2 * different <= rows)
    return {data::OutputKind::class_label, "its numbers are of a type of whole numbers"};
  if (column.has_semicolon) return {data::OutputKind::label_set, "there are texts with ';' in it"};
  const bool are_labels = !column.has_fraction && different <= kMaxNumberedClasses && 2 * different <= rows;
  if (column.no_number && (are_labels || 2 * column.no_numbers >= rows))
    return {data::OutputKind::class_label, "it holds texts"};
  if (are_labels) return {data::OutputKind::class_label, "it holds whole numbers that recur"};
  return {data::OutputKind::vector, "it holds numbers"};
}

}  // namespace preimage::suite::own_data
