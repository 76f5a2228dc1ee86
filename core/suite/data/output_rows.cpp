#include "suite/data/output_rows.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/input_rows.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

namespace {

std::set<int> parse_label_set(const TableReader& table, std::size_t column, const std::string& field,
                              const std::string& separator, LabelNames& names) {
  std::set<int> labels;
  if (field.empty()) return labels;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + separator.size()) {
    end = field.find(separator, begin);
    const std::string name = field.substr(begin, end - begin);
    if (!labels.insert(names.number_of(table, column, name)).second)
      fail_at(table, column,
              fmt::format("label {} occurs twice in {}", base::excerpt(name), base::excerpt(field)));
  }
  return labels;
}

int level_of(const TableReader& table, std::size_t column, const std::vector<std::string>& levels) {
  const std::string& text = table.text(column);
  const auto found = std::find(levels.begin(), levels.end(), text);
  if (found == levels.end())
    fail_at(table, column,
            base::excerpt(text) + " is none of dataset.levels" + base::suggestion(text, levels));
  return static_cast<int>(found - levels.begin());
}

/// The labels whose columns hold 1, true or yes.
std::set<int> parse_indicators(const TableReader& table, const std::vector<std::size_t>& columns) {
  std::set<int> labels;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const std::optional<bool> has_label = indicator(table.text(columns[j]));
    if (!has_label)
      fail_at(table, columns[j],
              fmt::format("expected 0 or 1, whether the sample has this label, found {}",
                          base::excerpt(table.text(columns[j]))));
    if (*has_label) labels.insert(static_cast<int>(j));
  }
  return labels;
}

}  // namespace

void fail_at(const TableReader& table, std::size_t column, const std::string& message) {
  table.fail(fmt::format("column '{}': {}", table.header()[column], message));
}

std::optional<bool> indicator(const std::string& field) {
  const std::string text = level_text(field);
  const std::optional<double> number = config::read_decimal(text);
  if (number == 1.0 || text == "true" || text == "yes") return true;
  if (number == 0.0 || text == "false" || text == "no") return false;
  return std::nullopt;
}

bool label_comes_before(const std::string& a, const std::string& b) {
  const std::optional<long> number_a = config::parse_integer(a);
  const std::optional<long> number_b = config::parse_integer(b);
  if (number_a.has_value() != number_b.has_value()) return number_a.has_value();
  if (number_a && *number_a != *number_b) return *number_a < *number_b;
  return a < b;  // "+7" and "7" are two labels
}

double number_at(const TableReader& table, std::size_t column, bool allow_missing, const GapWords& words,
                 const std::string& text_advice) {
  const bool is_date = table.format(column).numbers == TableReader::NumberType::none;
  const std::optional<double> value = table.number(column);
  if (value && !is_date && (words.others.empty() || !is_other_gap(table.text(column), words))) return *value;
  const std::string& field = table.text(column);
  const bool is_missing = is_gap(field, words);
  if (allow_missing && is_missing) return std::numeric_limits<double>::quiet_NaN();
  if (is_date)
    fail_at(table, column,
            fmt::format("expected a number, found {}, which the file calls a date", base::excerpt(field)));
  std::string advice = is_missing ? " (in a config, `missing: mean` or median fills inputs)"
                       : field == table.header()[column] ? " (the row repeats the header: take it out)"
                                                         : config::number_advice(field);
  if (advice.empty() && field.find_first_of("0123456789") == std::string::npos) advice = text_advice;
  fail_at(table, column, fmt::format("expected a number, found {}{}", base::excerpt(field), advice));
}

int LabelNames::number_of(const TableReader& table, std::size_t column, const std::string& name) {
  if (name.empty()) fail_at(table, column, "empty label");
  if (const std::string advice = encoding_advice(name); !advice.empty())
    fail_at(table, column, fmt::format("label {}: {}", base::excerpt(name), advice));
  if (config::without_blanks_around(name) != name)
    fail_at(table, column, fmt::format("label {} begins or ends with a blank", base::excerpt(name)));
  const auto [entry, added] = numbers_.emplace(name, static_cast<int>(names_.size()));
  if (added) names_.push_back(name);
  return entry->second;
}

std::vector<std::string> LabelNames::sorted() const {
  std::vector<std::string> names = names_;
  std::sort(names.begin(), names.end(), label_comes_before);
  return names;
}

std::vector<int> LabelNames::places() const {
  std::vector<int> places(names_.size());
  int place = 0;
  for (const std::string& name : sorted()) places[static_cast<std::size_t>(numbers_.at(name))] = place++;
  return places;
}

void MissingOutputs::add(const TableReader& table, std::size_t column) {
  constexpr std::size_t kMaxTexts = 5;
  Places& places = places_[table.header()[column]][table.source()];
  if (places.texts.size() < kMaxTexts)
    places.texts.insert(base::excerpt(table.is_unknown(column) ? "?" : table.text(column)));
  places.lines.push_back(std::to_string(table.line()));
}

std::string MissingOutputs::facts_of(const std::string& source, const std::string& column,
                                     const Places& places, Are are) {
  const bool is_one = places.lines.size() == 1;
  return fmt::format("{}: column '{}': {} row{} no {}: {} on line{} {}", source, column, places.lines.size(),
                     is_one ? " has" : "s have", are == Are::groups ? "group" : "output",
                     fmt::join(places.texts, ", "), is_one ? "" : "s", few_of(places.lines));
}

void MissingOutputs::refuse(const std::vector<std::string>& names, Are are, const std::string& advice) const {
  for (const std::string& name : names) {
    const auto found = places_.find(name);
    if (found == places_.end()) continue;
    const auto& [source, places] = *found->second.begin();
    const bool is_one = places.lines.size() == 1;
    const bool has_words = places.texts != std::set<std::string>{base::excerpt("")};
    const std::string otherwise = are == Are::groups
                                      ? fmt::format(", or give {} a group of its own", is_one ? "it" : "each")
                                  : has_words ? ", or write a class of such a name otherwise"
                                              : "";
    throw DataError(fmt::format("{}; take {} out{}{}", facts_of(source, name, places, are),
                                is_one ? "it" : "them", otherwise, advice));
  }
}

std::string MissingOutputs::in_words(const std::vector<std::string>& names) const {
  std::vector<std::string> parts;
  for (const std::string& name : names)
    if (const auto found = places_.find(name); found != places_.end())
      for (const auto& [source, places] : found->second)
        parts.push_back(
            facts_of(std::filesystem::path(source).filename().string(), name, places, Are::outputs));
  return fmt::format("{}", fmt::join(parts, "; "));
}

void OutputRows::begin(const TableReader& table) {
  columns_.clear();
  for (const std::string& name : wanted_.outputs) columns_.push_back(table.column(name));
}

void OutputRows::add(const TableReader& table) {
  const bool are_gaps_noted = gaps_ == Gaps::no_outputs || wanted_.output_kind != OutputKind::vector;
  if (are_gaps_noted && note_missing(table)) return;
  const std::size_t column = columns_.front();
  switch (wanted_.output_kind) {
    case OutputKind::vector:
      for (const std::size_t place : columns_)
        numbers_.push_back(number_at(table, place, false, wanted_.gap_words));
      break;
    case OutputKind::class_label:
      labels_.push_back(wanted_.levels.empty() ? names_.number_of(table, column, table.text(column))
                                               : level_of(table, column, wanted_.levels));
      break;
    case OutputKind::label_set:
      sets_.push_back(columns_.size() > 1
                          ? parse_indicators(table, columns_)
                          : parse_label_set(table, column, table.text(column), wanted_.separator, names_));
      break;
    case OutputKind::string:
      strings_.push_back(table.text(column));
      break;
  }
}

/// Of columns of texts what has to be there is the format's or the kind's to say.
bool OutputRows::note_missing(const TableReader& table) {
  const bool are_numbers = wanted_.output_kind == OutputKind::vector || columns_.size() > 1;
  const bool may_be_empty = wanted_.output_kind == OutputKind::label_set && !are_numbers;
  const auto says_missing = [&](std::size_t column) {
    if (are_numbers) return is_missing_number(table, column, wanted_.gap_words);
    if (wanted_.output_kind == OutputKind::string) return is_other_gap(table.text(column), wanted_.gap_words);
    return is_missing_text(table, column, wanted_.gap_words) && !(may_be_empty && table.text(column).empty());
  };
  bool found = false;
  for (const std::size_t column : columns_) {
    const bool is_missing = table.is_unknown(column) || says_missing(column);
    if (is_missing) missing_.add(table, column);
    found = found || is_missing;
  }
  return found;
}

Outputs OutputRows::take() {
  if (!wanted_.drop_missing_outputs)
    missing_.refuse(wanted_.outputs, MissingOutputs::Are::outputs, wanted_.missing_outputs_advice);
  switch (wanted_.output_kind) {
    case OutputKind::class_label:
      return take_classes();
    case OutputKind::label_set:
      return take_label_sets();
    case OutputKind::string:
      return std::move(strings_);
    case OutputKind::vector:
      break;
  }
  return arma::mat(
      arma::mat(numbers_.data(), wanted_.outputs.size(), numbers_.size() / wanted_.outputs.size()).t());
}

ClassOutputs OutputRows::take_classes() const {
  if (!wanted_.levels.empty()) return {labels_, wanted_.levels};
  const std::vector<int> places = names_.places();
  ClassOutputs classes{{}, names_.sorted()};
  for (const int label : labels_) classes.labels.push_back(places[static_cast<std::size_t>(label)]);
  return classes;
}

LabelSetOutputs OutputRows::take_label_sets() {
  if (wanted_.outputs.size() > 1) return {std::move(sets_), wanted_.outputs};
  const std::vector<int> places = names_.places();
  LabelSetOutputs outputs{{}, names_.sorted()};
  for (const std::set<int>& labels : sets_) {
    std::set<int>& numbered = outputs.sets.emplace_back();
    for (const int label : labels) numbered.insert(places[static_cast<std::size_t>(label)]);
  }
  return outputs;
}

}  // namespace preimage::suite::data
