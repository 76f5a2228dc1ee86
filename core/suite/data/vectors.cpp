#include "suite/data/vectors.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/column_words.hpp"
#include "suite/data/input_rows.hpp"
#include "suite/data/output_rows.hpp"
#include "suite/data/text_file.hpp"
#include "suite/data/times.hpp"

namespace preimage::suite::data {

namespace {

void check_outputs(const VectorColumns& columns) {
  if (columns.outputs.empty()) throw ConfigError("columns: expected at least one output column");
  const bool takes_several =
      columns.output_kind == OutputKind::vector || columns.output_kind == OutputKind::label_set;
  if (!takes_several && columns.outputs.size() != 1)
    throw ConfigError(fmt::format("columns: classes and strings are read from one output column, found {}",
                                  columns.outputs.size()));
}

void check_columns(const VectorColumns& columns) {
  if (columns.inputs.empty()) throw ConfigError("columns: expected at least one input column");
  check_outputs(columns);
  std::vector<std::string> all = columns.inputs;
  all.insert(all.end(), columns.outputs.begin(), columns.outputs.end());
  if (columns.fold) all.push_back(*columns.fold);
  if (columns.id) all.push_back(*columns.id);
  const std::size_t may_be_group = columns.group_overlap > 0 ? columns.inputs.size() : 0;
  if (columns.group && std::find(all.begin() + static_cast<std::ptrdiff_t>(may_be_group), all.end(),
                                 *columns.group) != all.end())
    throw ConfigError(
        fmt::format("columns: {} is the group, which no learner may see, and cannot be an input (unless "
                    "`group_overlap` compares it), an output, the fold or the id, too",
                    base::excerpt(*columns.group)));
  if (columns.time && std::ranges::count(columns.inputs, *columns.time) == 0) all.push_back(*columns.time);
  std::sort(all.begin(), all.end());
  const auto repeated = std::adjacent_find(all.begin(), all.end());
  if (repeated != all.end())
    throw ConfigError(fmt::format("columns: {} is used twice", base::excerpt(*repeated)));
}

int parse_fold(const TableReader& csv, std::size_t column, const std::string& field) {
  const auto value = config::read_integer(field);
  if (!value || *value < std::numeric_limits<int>::min() || *value > std::numeric_limits<int>::max())
    fail_at(csv, column, fmt::format("expected an integer, found {}", base::excerpt(field)));
  return static_cast<int>(*value);
}

/// The group column, by grouped_texts or linked_texts.
class GroupRows {
 public:
  explicit GroupRows(std::optional<std::string> name, GapWords words = {}, std::size_t overlap = 0)
      : name_(std::move(name)), words_(std::move(words)), overlap_(overlap) {}
  void begin(const TableReader& csv) {
    if (name_) column_ = csv.column(*name_);
  }
  void add(const TableReader& csv) {
    if (!column_) return;
    if (is_missing_text(csv, *column_, words_)) return missing_.add(csv, *column_);
    texts_.push_back(csv.text(*column_));
  }
  /// throws  DataError where rows had no group, or all the same
  GroupedTexts take() {
    if (!column_) return {};
    missing_.refuse({*name_}, MissingOutputs::Are::groups);
    GroupedTexts grouped = overlap_ > 0 ? linked_texts(texts_, overlap_) : grouped_texts(texts_);
    if (grouped.names.size() == 1)
      throw DataError(fmt::format("column '{}': all rows are of one group, {}: folds need two at least",
                                  *name_, base::excerpt(grouped.names.front())));
    return grouped;
  }

 private:
  std::optional<std::string> name_;
  GapWords words_;
  std::size_t overlap_;
  std::optional<std::size_t> column_;
  MissingOutputs missing_;
  std::vector<std::string> texts_;
};

}  // namespace

namespace {

/// The rows of the tables one after the other, each a fold where there are several.
VectorData read_tables(const std::vector<TableReader*>& tables, const VectorColumns& columns,
                       const RowVisitor& visit = {}) {
  check_columns(columns);
  InputRows inputs(columns);
  OutputRows outputs(columns);
  std::map<std::string, std::size_t> lines_of_ids;
  GroupRows groups(columns.group, columns.gap_words, columns.group_overlap);
  TimeRows times(columns.time, columns.gap_words);
  VectorData data;
  std::size_t row = 0;
  for (TableReader* csv : tables) {
    inputs.begin(*csv);
    outputs.begin(*csv);
    std::optional<std::size_t> fold, id;
    if (columns.fold) fold = csv->column(*columns.fold);
    if (columns.id) id = csv->column(*columns.id);
    groups.begin(*csv);
    times.begin(*csv);
    const std::size_t before = data.ids.size();
    while (csv->next()) {
      ++row;
      if (outputs.drops(*csv)) continue;
      data.rows.push_back(row);
      inputs.add(*csv);
      outputs.add(*csv);
      // Without an id line numbers, or, of several tables, 0, 1, ...
      data.ids.push_back(id ? csv->text(*id)
                            : std::to_string(tables.size() > 1 ? data.ids.size() : csv->line()));
      const auto first =
          id ? lines_of_ids.emplace(data.ids.back(), csv->line()) : std::pair(lines_of_ids.end(), true);
      if (!first.second)
        fail_at(*csv, *id,
                fmt::format("id {} occurs twice, first on line {}", base::excerpt(data.ids.back()),
                            first.first->second));
      groups.add(*csv);
      times.add(*csv);
      if (visit) visit(*csv);
      if (!fold) continue;
      data.fold_texts.push_back(csv->text(*fold));
      data.folds.push_back(parse_fold(*csv, *fold, data.fold_texts.back()));
    }
    append(data.remarks, csv->remarks());
    if (tables.size() == 1) continue;
    if (data.ids.size() == before) throw DataError(csv->source() + ": no row of data");
    data.folds.resize(data.ids.size(), before == 0 ? 0 : 1);
    data.fold_texts.resize(data.ids.size(), before == 0 ? "training" : "test");
  }
  data.groups = groups.take();
  data.times = std::move(times.times);
  data.times_are_dates = times.are_dates;
  InputTable table = inputs.take();
  data.inputs = std::move(table.values);
  data.levels = std::move(table.levels);
  data.lines = std::move(table.lines);
  data.outputs = outputs.take();
  data.dropped = outputs.dropped();
  if (data.dropped.empty()) data.rows.clear();
  return data;
}

}  // namespace

VectorData read_vectors(TableReader& table, const VectorColumns& columns, const RowVisitor& visit) {
  VectorData data = read_tables({&table}, columns, visit);
  if (data.ids.size() < 2)
    throw DataError(fmt::format("{}: expected at least 2 rows{}, found {}", table.source(),
                                data.dropped.empty() ? "" : " with an output", data.ids.size()));
  return data;
}

VectorData read_training_and_test(TableReader& training, TableReader& test, const VectorColumns& columns) {
  if (columns.fold)
    throw ConfigError("columns: a fold column beside a file of test samples, which says the folds");
  return read_tables({&training, &test}, columns);
}

std::size_t row_count(const Outputs& outputs) {
  if (const auto* classes = std::get_if<ClassOutputs>(&outputs)) return classes->labels.size();
  if (const auto* sets = std::get_if<LabelSetOutputs>(&outputs)) return sets->sets.size();
  if (const auto* strings = std::get_if<std::vector<std::string>>(&outputs)) return strings->size();
  return std::get<arma::mat>(outputs).n_rows;
}

std::vector<int> class_numbers(const Outputs& outputs) {
  const auto* classes = std::get_if<ClassOutputs>(&outputs);
  return classes == nullptr ? std::vector<int>{} : classes->labels;
}

GroupedTexts grouped_texts(const std::vector<std::string>& texts) {
  const bool are_numbers = std::all_of(texts.begin(), texts.end(), [](const std::string& text) {
    return config::exact_decimal(text).has_value();
  });
  GroupedTexts result;
  std::unordered_map<std::string, int> numbers;
  for (const std::string& field : texts) {
    const std::string text(config::without_blanks_around(field));
    const auto [group, added] = numbers.emplace(are_numbers ? *config::exact_decimal(text) : text,
                                                static_cast<int>(result.names.size()));
    if (added) result.names.push_back(text);
    result.of.push_back(group->second);
  }
  return result;
}

GroupedTexts linked_texts(const std::vector<std::string>& texts, std::size_t overlap) {
  std::vector<std::size_t> linked(texts.size());  // to a row above, or itself
  std::iota(linked.begin(), linked.end(), 0);
  const auto first_of = [&](std::size_t row) {
    while (linked[row] != row) row = linked[row] = linked[linked[row]];
    return row;
  };
  std::vector<std::pair<std::string_view, std::size_t>> parts;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const std::string_view text = texts[row];
    std::size_t begin = 0;
    do parts.emplace_back(text.substr(begin, overlap), row);
    while (++begin + overlap <= text.size());
  }
  std::sort(parts.begin(), parts.end());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].first != parts[i - 1].first) continue;
    const auto [above, below] = std::minmax({first_of(parts[i - 1].second), first_of(parts[i].second)});
    linked[below] = above;
  }
  GroupedTexts result;
  std::vector<int> numbers(texts.size());
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const std::size_t first = first_of(row);
    if (first == row) {
      numbers[row] = static_cast<int>(result.names.size());
      result.names.push_back(texts[row]);
    }
    result.of.push_back(numbers[first]);
  }
  return result;
}

GroupedTexts read_groups(TableReader& table, const std::string& column) {
  GroupRows groups(column);
  groups.begin(table);
  while (table.next()) groups.add(table);
  return groups.take();
}

Outputs read_columns(TableReader& table, const std::vector<std::string>& columns, OutputKind kind,
                     Gaps gaps) {
  VectorColumns wanted;
  wanted.outputs = columns;
  wanted.output_kind = kind;
  return read_outputs(table, wanted, gaps);
}

Outputs read_outputs(TableReader& table, const VectorColumns& wanted, Gaps gaps) {
  check_outputs(wanted);
  OutputRows rows(wanted, gaps);
  rows.begin(table);
  std::size_t count = 0;
  for (; table.next(); ++count) rows.add(table);
  if (count == 0) throw DataError(fmt::format("{}: no row of data", table.source()));
  return rows.take();
}

Outputs load_columns(const std::filesystem::path& path, const std::vector<std::string>& columns,
                     OutputKind kind, const LineRules& rules) {
  const auto table = open_table(path, rules);
  return read_columns(*table, split_names(columns, table->header()), kind, Gaps::no_numbers);
}

}  // namespace preimage::suite::data
