#include "suite/own_data/group_columns.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/times.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/own_data/survey.hpp"

namespace preimage::suite::own_data {

namespace {

constexpr std::size_t kFewestGroups = 5;  // init's own folds

std::string words_of(const std::string& name) {
  std::string words = " ";
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool begins =
        i > 0 && std::isupper(c) != 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if (begins) words += ' ';
    words += std::isalpha(c) != 0 ? static_cast<char>(std::tolower(c)) : ' ';
  }
  return words + " ";
}

template <class Words>
bool has_any(const std::string& name, const Words& some) {
  const std::string words = words_of(name);
  return std::any_of(std::begin(some), std::end(some), [&](std::string_view word) {
    return words.find(" " + std::string(word) + " ") != std::string::npos;
  });
}

bool is_named_as_groups(const std::string& name) {
  constexpr std::string_view kWords[] = {
      "patient",   "subject", "person",  "participant", "individual", "author", "speaker", "writer",
      "user",      "student", "client",  "customer",    "animal",     "donor",  "family",  "household",
      "group",     "groups",  "machine", "device",      "sensor",     "engine", "batch",   "session",
      "recording", "plate",   "well",    "site",        "hospital",   "school", "subj",    "pid"};
  return has_any(name, kWords);
}

/// Whether all are numbers, and some are no whole ones: measurements.
bool are_fractions(const std::vector<std::string>& texts) {
  const auto is_number = [](const std::string& text) { return config::read_decimal(text).has_value(); };
  const auto is_whole = [](const std::string& text) { return config::read_integer(text).has_value(); };
  return std::all_of(texts.begin(), texts.end(), is_number) &&
         !std::all_of(texts.begin(), texts.end(), is_whole);
}

bool may_be_groups(std::size_t groups, std::size_t rows) {
  return rows >= kFewestRows && groups >= kFewestGroups && 2 * groups <= rows;
}

/// The part of a column's variance that is between groups, corrected for their number.
double told_by_groups(const GroupColumn& column, const arma::vec& y) {
  arma::vec sum(column.groups, arma::fill::zeros), count = sum;
  const arma::uvec of = arma::conv_to<arma::uvec>::from(column.of);
  for (arma::uword i = 0; i < y.n_elem; ++i) {
    sum(of(i)) += y(i);
    count(of(i)) += 1.0;
  }
  const arma::vec mean = sum / count;
  const double within = arma::accu(arma::square(y - mean.elem(of)));
  const double total = arma::accu(arma::square(y - arma::mean(y)));
  const auto n = static_cast<double>(y.n_elem), g = static_cast<double>(column.groups);
  return total > 0.0 ? 1.0 - within / (n - g) * (n - 1.0) / total : 0.0;
}

}  // namespace

bool is_named_as_names(const std::string& name) {
  constexpr std::string_view kWords[] = {"id",   "ids",  "name", "names", "key",   "code",     "file",
                                         "path", "link", "url",  "email", "login", "username", "filename"};
  return has_any(name, kWords) || is_named_as_groups(name);
}

GroupSearch::GroupSearch(const data::TableReader& table, const std::vector<std::string>& targets,
                         data::GapWords words)
    : words_(std::move(words)) {
  for (std::size_t j = 0; j < table.header().size(); ++j) {
    const std::string& name = table.header()[j];
    if (is_named_as_groups(name) && std::find(targets.begin(), targets.end(), name) == targets.end())
      columns_.push_back({name, j});
  }
}

void GroupSearch::see(const data::TableReader& table) {
  for (Column& column : columns_) {
    column.has_gap = column.has_gap || data::is_missing_text(table, column.place, words_);
    if (column.has_gap)
      column.texts.clear();
    else
      column.texts.push_back(table.text(column.place));
  }
}

std::vector<GroupColumn> GroupSearch::found() const {
  std::vector<GroupColumn> found;
  for (const Column& column : columns_) {
    data::GroupedTexts grouped = data::grouped_texts(column.texts);
    const std::size_t groups = grouped.names.size();
    if (may_be_groups(groups, column.texts.size()) && !are_fractions(grouped.names))
      found.push_back({column.name, std::move(grouped.of), groups});
  }
  return found;
}

TimeSearch::TimeSearch(const data::TableReader& table, const std::vector<std::string>& targets) {
  for (std::size_t j = 0; j < table.header().size(); ++j) {
    const std::string& name = table.header()[j];
    if (std::find(targets.begin(), targets.end(), name) == targets.end()) columns_.push_back({name, j});
  }
}

void TimeSearch::see(const data::TableReader& table) {
  std::erase_if(columns_, [&](const Column& column) {
    return !data::read_iso_time(config::without_blanks_around(table.text(column.place)));
  });
}

std::optional<std::string> TimeSearch::found() const {
  return columns_.empty() ? std::nullopt : std::optional(columns_.front().name);
}

std::vector<GroupColumn> alike_categories(const data::VectorData& table,
                                          const std::vector<std::string>& inputs) {
  constexpr std::size_t kMaxOthers = 10;
  constexpr double kHalf = 0.5;
  std::vector<arma::vec> numbers;
  const auto add = [&](const arma::vec& column) {
    if (numbers.size() < kMaxOthers && !column.has_nan() && column.min() < column.max())
      numbers.push_back(column);
  };
  if (const auto* outputs = std::get_if<arma::mat>(&table.outputs))
    for (arma::uword j = 0; j < outputs->n_cols; ++j) add(outputs->col(j));
  if (const std::vector<int> classes = data::class_numbers(table.outputs); !classes.empty())
    add(arma::conv_to<arma::vec>::from(arma::ivec(arma::conv_to<arma::ivec>::from(classes)) == 0));
  for (arma::uword j = 0; j < table.inputs.n_cols; ++j)
    if (!table.levels.contains(j)) add(table.inputs.col(j));
  std::vector<GroupColumn> found;
  for (const auto& [place, levels] : table.levels) {
    const arma::vec column = table.inputs.col(place);
    if (column.has_nan()) continue;
    std::vector<std::string> texts;
    for (const double level : column) texts.push_back(levels[static_cast<std::size_t>(level)]);
    data::GroupedTexts grouped = data::grouped_texts(texts);
    const GroupColumn group{inputs[place], std::move(grouped.of), grouped.names.size(),
                            "rows with the same one are alike"};
    if (!may_be_groups(group.groups, texts.size())) continue;
    const auto told = std::count_if(numbers.begin(), numbers.end(),
                                    [&](const arma::vec& y) { return told_by_groups(group, y) >= kHalf; });
    if (told > 0 && 3 * static_cast<std::size_t>(told) >= numbers.size()) found.push_back(group);
  }
  return found;
}

std::vector<std::string> group_warnings(const OwnData& data) {
  const std::vector<std::string>& inputs = data.columns.inputs;
  std::vector<std::string> lines;
  for (const GroupColumn& column : data.unused_groups) {
    const bool is_input = std::find(inputs.begin(), inputs.end(), column.name) != inputs.end();
    lines.push_back(fmt::format(
        "column {} looks like groups of rows ({} different values; its name says so){}, and rows of one "
        "group lie on both sides of folds: estimates may be much too good; `group` below dataset keeps each "
        "whole",
        base::excerpt(column.name), column.groups, is_input ? " and is an input" : ""));
  }
  return lines;
}

}  // namespace preimage::suite::own_data
