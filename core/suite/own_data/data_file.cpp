#include "suite/own_data/data_file.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/named_file.hpp"
#include "suite/config/number.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/input_rows.hpp"
#include "suite/data/string_pairs.hpp"
#include "suite/own_data/columns.hpp"
#include "suite/own_data/dataset_keys.hpp"
#include "suite/own_data/gram_file.hpp"
#include "suite/own_data/survey.hpp"

namespace preimage::suite::own_data {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail_constant(const std::string& place, const std::string& value) {
  throw DataError(fmt::format("{}: every row holds {}; leave it out, or say dataset.constant_columns: allow",
                              place, base::excerpt(value)));
}

bool all_equal(const std::vector<std::string>& texts) {
  return std::adjacent_find(texts.begin(), texts.end(), std::not_equal_to<>()) == texts.end();
}

std::string column_place(const fs::path& path, const std::string& column) {
  return fmt::format("{}:1: column '{}'", path.string(), column);
}

void refuse_constant(const fs::path& path, const arma::mat& X, const std::vector<std::string>& columns,
                     const data::ColumnLevels& levels = {}) {
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    const arma::vec column = X.col(j), values = column.elem(arma::find(column == column));
    if (values.is_empty())
      throw DataError(column_place(path, columns[j]) + ": no row holds a value; leave it out");
    if (values.min() == values.max())
      fail_constant(column_place(path, columns[j]), entry_text(values(0), j, levels));
  }
}

/// The texts as whole numbers, each once ("7", "+7" and "07" are one); else nothing.
std::optional<std::vector<long>> whole_numbers(const std::vector<std::string>& texts) {
  std::vector<long> ids;
  for (const std::string& text : texts) {
    const std::optional<long> id = config::read_integer(text);
    if (!id) return std::nullopt;
    ids.push_back(*id);
  }
  const bool unique = std::set<long>(ids.begin(), ids.end()).size() == ids.size();
  return unique ? std::optional(std::move(ids)) : std::nullopt;
}

std::vector<std::string> without(std::vector<std::string> names, const std::vector<std::string>& others) {
  std::erase_if(names,
                [&](const std::string& name) { return std::ranges::find(others, name) != others.end(); });
  return names;
}

OwnData load_table(const DataFile& file) {
  data::TableFile table_file(file.path, file.outputs_path, file.rules);
  std::string identity = table_file.identity();
  const auto to_find_categories = are_found(file.columns.categories) ? table_file.open() : nullptr;
  const auto reader = std::move(table_file).open();
  data::VectorColumns columns = file.is_of_manifest
                                    ? columns_of(file.columns, *reader,
                                                 [](const std::string& key, const std::string& message) {
                                                   throw ConfigError("dataset." + key + ": " + message);
                                                 })
                                    : file.columns;
  columns.text_inputs_advice =
      " (`dataset.categories: indicators` takes columns of texts; `input_kernel: {name: column_sum, ...}` "
      "compares them as strings)";
  columns.missing_outputs_advice =
      " (`missing_targets: drop` leaves such rows out; `dataset.na: none` makes NA a text like any other)";
  if (to_find_categories != nullptr)
    columns.categories =
        without(columns_of_texts(survey_columns(*to_find_categories, columns.gap_words), columns.inputs),
                columns.strings);
  data::VectorData table;
  OwnData data;
  data.source = file.path.string();
  if (file.looks_for_unused) {
    GroupSearch groups(*reader, columns);
    TimeSearch times(*reader, columns.outputs);
    table = data::read_vectors(*reader, columns, [&](const data::TableReader& row) {
      groups.see(row);
      times.see(row);
    });
    data.unused_groups = groups.found(table);
    data.unused_time = times.found(data.unused_groups);
  } else if (file.test_path) {
    data::TableFile test_file(*file.test_path, file.test_outputs_path, file.rules);
    identity += " test " + test_file.identity();
    const auto test = std::move(test_file).open();
    table = data::read_training_and_test(*reader, *test, columns);
  } else {
    table = data::read_vectors(*reader, columns);
  }
  if (!file.allow_constant) {
    refuse_constant(file.path, table.inputs, columns.inputs, table.levels);
    refuse_constant_outputs(file, file.path, table.outputs);
  }
  if (columns.group)
    data.groups = std::make_shared<const study::Groups>(study::Groups{
        fmt::format("column '{}'{}", *columns.group,
                    columns.group_overlap == 0
                        ? ""
                        : fmt::format(", whose texts share {} bytes in a row,", columns.group_overlap)),
        std::move(table.groups.of), std::move(table.groups.names)});
  if (columns.time)
    data.times = std::make_shared<const study::Times>(study::Times{
        fmt::format("column '{}'", *columns.time), arma::vec(table.times), table.times_are_dates});
  const std::optional<std::vector<long>> ids = whole_numbers(table.ids);
  data.ids = ids.value_or(sample_numbers(table.ids.size()));
  if (columns.id) data.id_texts = std::move(table.ids);
  data.identity = std::move(identity);
  data.inputs = std::move(table.inputs);
  data.outputs = std::move(table.outputs);
  data.columns = std::move(columns);
  static_cast<data::RowFacts&>(data) = std::move(table);
  return data;
}

OwnData load_pairs(const DataFile& file) {
  const std::string text = data::read_maybe_compressed(file.path);
  data::StringPairs pairs = data::parse_string_pairs(text, file.path.string(), 2, file.rules);
  if (!file.allow_constant && all_equal(pairs.inputs))
    fail_constant(file.path.string() + ": inputs", pairs.inputs[0]);
  if (!file.allow_constant && all_equal(pairs.outputs))
    fail_constant(file.path.string() + ": outputs", pairs.outputs[0]);
  OwnData data;
  data.ids = sample_numbers(pairs.inputs.size());
  data.inputs = std::move(pairs.inputs);
  data.outputs = std::move(pairs.outputs);
  static_cast<data::RowFacts&>(data) = std::move(pairs);
  data.source = file.path.string();
  const bool has_header = file.rules.header == data::Header::first_line;
  data.identity = (has_header ? "string_pairs below a header " : "string_pairs ") + base::sha256(text);
  return data;
}

/// `header: first_line | none`; left out, a first line that looks otherwise is asked about. `comment: "#"`.
data::LineRules parse_line_rules(const config::Reader& dataset) {
  data::LineRules rules;
  if (dataset.has(keys::kHeader.name))
    rules.header = keys::kHeader.is(dataset, "none") ? data::Header::none : data::Header::first_line;
  if (dataset.has(keys::kComment.name)) rules.comment = dataset.text(keys::kComment.name);
  return rules;
}

/// `path`, and of tables `test_path`: files, or both of the manifest; `outputs_path` and `test_outputs_path`
/// beside them.
void parse_paths(const config::Reader& dataset, DataFile& file) {
  const auto read = [&](const std::string& key) {
    return file.is_of_manifest ? fs::path(dataset.map(key).text("manifest"))
                               : config::named_file(dataset, key);
  };
  file.is_of_manifest = dataset.has_map(keys::kPath.name);
  if (file.is_of_manifest && file.string_pairs)
    dataset.fail(keys::kPath.name, "pairs of strings are no files of the manifest; name a file");
  file.path = read(keys::kPath.name);
  if (file.string_pairs) return;
  if (dataset.has(keys::kOutputsPath.name)) {
    if (file.is_of_manifest)
      dataset.fail(keys::kOutputsPath.name, "not beside a file of the manifest, which has the outputs");
    file.outputs_path = config::named_file(dataset, keys::kOutputsPath.name);
  }
  if (!dataset.has(keys::kTestPath.name)) return;
  if (dataset.has_map(keys::kTestPath.name) != file.is_of_manifest)
    dataset.fail(keys::kTestPath.name, "expected a file like path: both of the manifest, or none");
  file.test_path = read(keys::kTestPath.name);
  if (file.outputs_path) file.test_outputs_path = config::named_file(dataset, keys::kTestOutputsPath.name);
}

}  // namespace

std::string entry_text(double entry, std::size_t column, const data::ColumnLevels& levels) {
  const auto found = levels.find(column);
  if (found == levels.end()) return config::number_text(entry);
  return entry == entry ? found->second.at(static_cast<std::size_t>(entry)) : "";
}

std::optional<arma::mat> output_numbers(const OwnData& data) {
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  if (outputs == nullptr) return std::nullopt;
  if (const auto* vectors = std::get_if<arma::mat>(outputs)) return *vectors;
  if (const auto* classes = std::get_if<data::ClassOutputs>(outputs))
    return arma::conv_to<arma::vec>::from(classes->labels);
  const auto* sets = std::get_if<data::LabelSetOutputs>(outputs);
  if (sets == nullptr || data.columns.outputs.size() < 2) return std::nullopt;
  arma::mat indicators(sets->sets.size(), sets->names.size(), arma::fill::zeros);
  for (arma::uword i = 0; i < indicators.n_rows; ++i) {
    for (const int label : sets->sets[i]) indicators(i, static_cast<arma::uword>(label)) = 1.0;
  }
  return indicators;
}

std::vector<long> sample_numbers(std::size_t n) {
  std::vector<long> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0L);
  return numbers;
}

void refuse_constant_outputs(const DataFile& file, const fs::path& path, const data::Outputs& outputs) {
  if (const auto* vectors = std::get_if<arma::mat>(&outputs))
    return refuse_constant(path, *vectors, file.columns.outputs);
  const std::vector<std::string> texts = std::visit([](const auto& held) { return texts_of(held); }, outputs);
  if (all_equal(texts)) fail_constant(column_place(path, file.columns.outputs[0]), texts[0]);
}

DataFile parse_data_file(const config::Reader& dataset) {
  DataFile file;
  const std::string name = keys::kName.read(dataset);
  if (name == "gram") return parse_gram_files(dataset);
  file.allow_constant = keys::kConstantColumns.is(dataset, "allow");
  if (name == "graphs") {
    file.is_graphs = true;
    file.path = config::named_file(dataset, keys::kFolder.name);
    file.columns.inputs = {"graph"};
    file.columns.outputs = {"class"};
    file.columns.output_kind = data::OutputKind::class_label;
    return file;
  }
  file.string_pairs = name == "string_pairs";
  parse_paths(dataset, file);
  file.rules = parse_line_rules(dataset);
  if (file.string_pairs) {
    file.columns.output_kind = data::OutputKind::string;
    return file;
  }
  file.columns = file.is_of_manifest ? parse_worded_columns(dataset)
                                     : parse_columns(dataset, file.path, file.outputs_path, file.rules);
  if (file.test_path && file.columns.fold)
    dataset.fail(keys::kFold.name,
                 "not beside test_path, whose samples are the fold that tests; leave one out");
  return file;
}

DataFile located(DataFile file, const data::DataSource& source) {
  if (!file.is_of_manifest) return file;
  file.path = source.find(file.path.string()).path;
  if (file.test_path) file.test_path = source.find(file.test_path->string()).path;
  return file;
}

OwnData load_own_data(const DataFile& file) {
  if (file.gram) return load_gram_data(file);
  return file.string_pairs ? load_pairs(file) : load_table(file);
}

std::vector<std::string> input_texts(const arma::mat& rows, const data::ColumnLevels& levels) {
  std::vector<std::string> texts(rows.n_rows);
  for (arma::uword i = 0; i < rows.n_rows; ++i) {
    for (arma::uword j = 0; j < rows.n_cols; ++j)
      texts[i] += (j > 0 ? " " : "") + (rows(i, j) == rows(i, j) ? entry_text(rows(i, j), j, levels) : "NA");
  }
  return texts;
}

std::vector<std::string> texts_of(const arma::mat& rows) {
  return input_texts(rows, {});
}

std::vector<std::string> texts_of(const data::ClassOutputs& classes) {
  std::vector<std::string> texts;
  for (int label : classes.labels) texts.push_back(classes.names[static_cast<std::size_t>(label)]);
  return texts;
}

std::vector<std::string> texts_of(const data::LabelSetOutputs& sets, const std::string& separator) {
  std::vector<std::string> texts;
  for (const std::set<int>& labels : sets.sets) {
    std::string text;
    for (int label : labels)
      text += (text.empty() ? "" : separator) + sets.names[static_cast<std::size_t>(label)];
    texts.push_back(text);
  }
  return texts;
}

std::vector<std::string> texts_of(const std::vector<std::string>& strings) {
  return strings;
}

}  // namespace preimage::suite::own_data
