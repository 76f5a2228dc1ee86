#include "suite/data/vectors.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/number.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"

namespace preimage::suite::data {

namespace {

void check_outputs(const VectorColumns& columns) {
  if (columns.outputs.empty()) throw ConfigError("columns: expected at least one output column");
  if (columns.output_kind != OutputKind::vector && columns.outputs.size() != 1)
    throw ConfigError(fmt::format("columns: labels and strings are read from one output column, found {}",
                                  columns.outputs.size()));
}

void check_columns(const VectorColumns& columns) {
  if (columns.inputs.empty()) throw ConfigError("columns: expected at least one input column");
  check_outputs(columns);
  std::vector<std::string> all = columns.inputs;
  all.insert(all.end(), columns.outputs.begin(), columns.outputs.end());
  if (columns.fold) all.push_back(*columns.fold);
  if (columns.id) all.push_back(*columns.id);
  std::sort(all.begin(), all.end());
  const auto repeated = std::adjacent_find(all.begin(), all.end());
  if (repeated != all.end())
    throw ConfigError(fmt::format("columns: {} is used twice", base::excerpt(*repeated)));
}

std::vector<std::size_t> column_indices(const CsvReader& csv, const std::vector<std::string>& names) {
  std::vector<std::size_t> indices;
  for (const std::string& name : names) indices.push_back(csv.column(name));
  return indices;
}

[[noreturn]] void fail(const CsvReader& csv, std::size_t column, const std::string& message) {
  throw DataError(
      fmt::format("{}:{}: column '{}': {}", csv.source(), csv.line(), csv.header()[column], message));
}

/// Numbers row after row, to be turned into a matrix at the end.
class Numbers {
 public:
  explicit Numbers(std::vector<std::size_t> columns, bool allow_missing = false)
      : columns_(std::move(columns)), allow_missing_(allow_missing) {}
  void add(const CsvReader& csv, const std::vector<std::string>& fields) {
    for (const std::size_t column : columns_) {
      auto value = base::parse_decimal(fields[column]);
      if (allow_missing_ && is_gap(fields[column])) value = std::numeric_limits<double>::quiet_NaN();
      if (!value) {
        const char* advice =
            is_gap(fields[column]) ? " (in a config, `missing: mean` or median fills inputs)" : "";
        fail(csv, column,
             fmt::format("expected a number, found {}{}", base::excerpt(fields[column]), advice));
      }
      values_.push_back(*value);
    }
  }
  arma::mat matrix() const {
    return arma::mat(values_.data(), columns_.size(), values_.size() / columns_.size()).t();
  }

 private:
  std::vector<std::size_t> columns_;
  bool allow_missing_;
  std::vector<double> values_;
};

/// Whole numbers by their value, then all other texts byte by byte.
bool label_comes_before(const std::string& a, const std::string& b) {
  const std::optional<long> number_a = base::parse_integer(a);
  const std::optional<long> number_b = base::parse_integer(b);
  if (number_a.has_value() != number_b.has_value()) return number_a.has_value();
  if (number_a && *number_a != *number_b) return *number_a < *number_b;
  return a < b;  // "+7" and "7" are two labels
}

/// Labels as numbers: while rows are read in order of first appearance, in the end in the order of the texts.
class LabelNames {
 public:
  int number_of(const CsvReader& csv, std::size_t column, const std::string& name) {
    if (name.empty()) fail(csv, column, "empty label");
    constexpr std::string_view kAround = " \t";
    if (kAround.find(name.front()) != std::string_view::npos ||
        kAround.find(name.back()) != std::string_view::npos)
      fail(csv, column, fmt::format("label {} begins or ends with a blank", base::excerpt(name)));
    const auto [entry, added] = numbers_.emplace(name, static_cast<int>(names_.size()));
    if (added) names_.push_back(name);
    return entry->second;
  }
  std::vector<std::string> sorted() const {
    std::vector<std::string> names = names_;
    std::sort(names.begin(), names.end(), label_comes_before);
    return names;
  }
  /// By the number while reading: the place in sorted().
  std::vector<int> places() const {
    std::vector<int> places(names_.size());
    int place = 0;
    for (const std::string& name : sorted()) places[static_cast<std::size_t>(numbers_.at(name))] = place++;
    return places;
  }

 private:
  std::map<std::string, int> numbers_;
  std::vector<std::string> names_;
};

std::set<int> parse_label_set(const CsvReader& csv, std::size_t column, const std::string& field,
                              LabelNames& names) {
  std::set<int> labels;
  if (field.empty()) return labels;
  for (const std::string_view part : split_fields(field, ';')) {
    const std::string name(part);
    if (!labels.insert(names.number_of(csv, column, name)).second)
      fail(csv, column,
           fmt::format("label {} occurs twice in {}", base::excerpt(name), base::excerpt(field)));
  }
  return labels;
}

int parse_fold(const CsvReader& csv, std::size_t column, const std::string& field) {
  const auto value = base::parse_integer(field);
  if (!value || *value < std::numeric_limits<int>::min() || *value > std::numeric_limits<int>::max())
    fail(csv, column, fmt::format("expected an integer, found {}", base::excerpt(field)));
  return static_cast<int>(*value);
}

/// The outputs of one kind, row after row.
class OutputRows {
 public:
  OutputRows(const CsvReader& csv, const VectorColumns& columns, bool allow_missing = false)
      : kind_(columns.output_kind),
        columns_(column_indices(csv, columns.outputs)),
        numbers_(columns_, allow_missing) {}
  void add(const CsvReader& csv, const std::vector<std::string>& fields) {
    const std::size_t column = columns_.front();
    switch (kind_) {
      case OutputKind::vector:
        return numbers_.add(csv, fields);
      case OutputKind::class_label:
        return labels_.push_back(names_.number_of(csv, column, fields[column]));
      case OutputKind::label_set:
        return sets_.push_back(parse_label_set(csv, column, fields[column], names_));
      case OutputKind::string:
        return strings_.push_back(fields[column]);
    }
  }
  Outputs take() {
    switch (kind_) {
      case OutputKind::class_label:
        return take_classes();
      case OutputKind::label_set:
        return take_label_sets();
      case OutputKind::string:
        return std::move(strings_);
      case OutputKind::vector:
        break;
    }
    return numbers_.matrix();
  }

 private:
  ClassOutputs take_classes() const {
    const std::vector<int> places = names_.places();
    ClassOutputs classes{{}, names_.sorted()};
    for (const int label : labels_) classes.labels.push_back(places[static_cast<std::size_t>(label)]);
    return classes;
  }
  LabelSetOutputs take_label_sets() const {
    const std::vector<int> places = names_.places();
    LabelSetOutputs outputs{{}, names_.sorted()};
    for (const std::set<int>& labels : sets_) {
      std::set<int>& numbered = outputs.sets.emplace_back();
      for (const int label : labels) numbered.insert(places[static_cast<std::size_t>(label)]);
    }
    return outputs;
  }

  OutputKind kind_;
  std::vector<std::size_t> columns_;
  Numbers numbers_;
  LabelNames names_;
  std::vector<int> labels_;
  std::vector<std::set<int>> sets_;
  std::vector<std::string> strings_;
};

/// The id column, each value once; line numbers where there is none.
class Ids {
 public:
  explicit Ids(std::optional<std::size_t> column) : column_(column) {}
  void add(const CsvReader& csv, const std::vector<std::string>& fields) {
    const std::string id = column_ ? fields[*column_] : std::to_string(csv.line());
    const auto [first, added] = lines_.emplace(id, csv.line());
    if (!added)
      fail(csv, *column_,
           fmt::format("id {} occurs twice, first on line {}", base::excerpt(id), first->second));
    ids_.push_back(id);
  }
  std::vector<std::string> take() { return std::move(ids_); }

 private:
  std::optional<std::size_t> column_;
  std::map<std::string, std::size_t> lines_;
  std::vector<std::string> ids_;
};

std::vector<std::string> constant_columns(const arma::mat& X, const std::vector<std::string>& names,
                                          const std::string& source) {
  std::vector<std::string> warnings;
  for (arma::uword j = 0; j < X.n_cols; ++j)
    if (X.col(j).min() == X.col(j).max())
      warnings.push_back(fmt::format("{}: input column '{}' is constant ({})", source, names[j], X(0, j)));
  return warnings;
}

}  // namespace

bool is_gap(const std::string& field) {
  return field.empty() || field == "NA" || field == "NaN" || field == "nan";
}

VectorData read_vectors(CsvReader csv, const VectorColumns& columns) {
  check_columns(columns);
  Numbers inputs(column_indices(csv, columns.inputs), columns.allow_missing_inputs);
  OutputRows outputs(csv, columns);
  std::optional<std::size_t> fold, id;
  if (columns.fold) fold = csv.column(*columns.fold);
  if (columns.id) id = csv.column(*columns.id);
  Ids ids(id);
  VectorData data;
  std::vector<std::string> fields;
  while (csv.next(fields)) {
    inputs.add(csv, fields);
    outputs.add(csv, fields);
    ids.add(csv, fields);
    if (!fold) continue;
    data.folds.push_back(parse_fold(csv, *fold, fields[*fold]));
    data.fold_texts.push_back(fields[*fold]);
  }
  data.ids = ids.take();
  if (data.ids.size() < 2)
    throw DataError(fmt::format("{}: expected at least 2 rows, found {}", csv.source(), data.ids.size()));
  data.inputs = inputs.matrix();
  data.outputs = outputs.take();
  data.warnings = constant_columns(data.inputs, columns.inputs, csv.source());
  return data;
}

VectorData load_vectors(const std::filesystem::path& path, const VectorColumns& columns) {
  return read_vectors(open_csv(path), columns);
}

Outputs read_columns(CsvReader csv, const std::vector<std::string>& columns, OutputKind kind,
                     bool allow_missing) {
  VectorColumns wanted;
  wanted.outputs = columns;
  wanted.output_kind = kind;
  check_outputs(wanted);
  OutputRows rows(csv, wanted, allow_missing);
  std::vector<std::string> fields;
  std::size_t count = 0;
  for (; csv.next(fields); ++count) rows.add(csv, fields);
  if (count == 0) throw DataError(fmt::format("{}: no row of data", csv.source()));
  return rows.take();
}

Outputs load_columns(const std::filesystem::path& path, const std::vector<std::string>& columns,
                     OutputKind kind) {
  return read_columns(open_csv(path), columns, kind);
}

}  // namespace preimage::suite::data
