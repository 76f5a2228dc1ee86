#include "suite/data/input_rows.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/output_rows.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

const std::vector<std::string>& two_valued_levels() {
  static const std::vector<std::string> words = {"false", "true", "no", "yes"};
  return words;
}

std::string level_text(const std::string& field) {
  const std::string text(config::without_blanks_around(field)), small = lower_case(text);
  return std::count(two_valued_levels().begin(), two_valued_levels().end(), small) > 0 ? small : text;
}

InputRows::InputRows(const VectorColumns& columns) : InputRows(columns, {}) {
  keeps_order_ = false;
}

InputRows::InputRows(const VectorColumns& columns, ColumnLevels known)
    : read_(columns), keeps_order_(true), columns_(columns.inputs.size()) {
  for (std::size_t j = 0; j < read_.inputs.size(); ++j) {
    Column& column = columns_[j];
    column.is_category = columns.is_category(read_.inputs[j]);
    column.is_string = columns.is_string(read_.inputs[j]);
    const auto found = known.find(j);
    if (found != known.end())
      column.names = std::move(found->second);
    else if (column.is_category)
      column.names = two_valued_levels();
    for (const std::string& name : column.names)
      column.numbers.emplace(name, static_cast<int>(column.numbers.size()));
  }
}

void InputRows::begin(const TableReader& table) {
  for (std::size_t j = 0; j < read_.inputs.size(); ++j) columns_[j].place = table.column(read_.inputs[j]);
}

double InputRows::level_of(Column& column, const TableReader& table) {
  const std::string& field = table.text(column.place);
  if (is_missing_text(table, column.place, read_.gap_words)) {
    if (!read_.allow_missing_inputs && !read_.allow_missing_categories)
      fail_at(table, column.place,
              fmt::format("expected a category, found {} (in a config, `missing: median` takes the commonest "
                          "of the training samples, `missing_categories: level` makes it one of its own)",
                          base::excerpt(table.is_unknown(column.place) ? "?" : field)));
    return std::numeric_limits<double>::quiet_NaN();
  }
  const std::string text = level_text(field);
  if (const std::string advice = encoding_advice(text); !advice.empty())
    fail_at(table, column.place, fmt::format("category {}: {}", base::excerpt(text), advice));
  const auto [entry, added] = column.numbers.emplace(text, static_cast<int>(column.names.size()));
  if (!added) return entry->second;
  column.names.push_back(text);
  if (!keeps_order_ && column.names.size() > kMaxLevels + two_valued_levels().size())
    fail_at(table, column.place,
            fmt::format("more than {} different texts, too many for categories: leave the column out",
                        kMaxLevels));
  return entry->second;
}

double InputRows::string_of(Column& column, const TableReader& table) {
  const std::string& text = table.text(column.place);
  if (table.is_unknown(column.place))
    fail_at(table, column.place, "a string is unknown: give it a text, or leave the row out");
  if (is_other_gap(text, read_.gap_words))
    fail_at(
        table, column.place,
        fmt::format(
            "by `na` {} says that it is missing, and nothing can take the place of a string: take the row "
            "out, or the word out of `na`",
            base::excerpt(text)));
  const auto [entry, added] = column.numbers.emplace(text, static_cast<int>(column.names.size()));
  if (added) column.names.push_back(text);
  return entry->second;
}

void InputRows::add(const TableReader& table) {
  for (Column& column : columns_)
    values_.push_back(column.is_category ? level_of(column, table)
                      : column.is_string ? string_of(column, table)
                                         : number_at(table, column.place, read_.allow_missing_inputs,
                                                     read_.gap_words, read_.text_inputs_advice));
  lines_.push_back(table.line());
}

InputTable InputRows::take() {
  InputTable result;
  result.values = arma::mat(values_.data(), read_.inputs.size(), lines_.size()).t();
  result.lines = std::move(lines_);
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    Column& column = columns_[j];
    if (!column.is_category && !column.is_string) continue;
    if (!keeps_order_ && column.is_category) {  // numbers by the texts, not by the rows
      const std::vector<std::string> read = column.names;
      const auto others = column.names.begin() + static_cast<std::ptrdiff_t>(two_valued_levels().size());
      std::sort(others, column.names.end(), label_comes_before);
      std::map<std::string, double> sorted;
      for (const std::string& name : column.names) sorted.emplace(name, static_cast<double>(sorted.size()));
      result.values.col(j).transform([&](double number) {
        return number == number ? sorted.at(read[static_cast<std::size_t>(number)]) : number;
      });
    }
    result.levels[j] = std::move(column.names);
  }
  return result;
}

}  // namespace preimage::suite::data
