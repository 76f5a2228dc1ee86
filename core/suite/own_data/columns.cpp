#include "suite/own_data/columns.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/lazy.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/data/column_words.hpp"
#include "suite/data/table_reader.hpp"
#include "suite/own_data/dataset_keys.hpp"

namespace preimage::suite::own_data {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;
using HeaderPtr = std::shared_ptr<const data::TableReader>;

/// What tells whether a file is the one that was read last; where it is not known, never the same.
std::string state_of(const fs::path& path) {
  static std::size_t asked = 0;
  std::error_code no_size, no_time;
  const auto size = fs::file_size(path, no_size);
  const auto time = fs::last_write_time(path, no_time).time_since_epoch().count();
  return no_size || no_time ? fmt::format("{}", ++asked)
                            : fmt::format("{}\n{} {}\n", path.string(), size, time);
}

/// The header of a file, or of two side by side. Every point of a sweep asks for it: the last one is kept as
/// long as the files do not change.
HeaderPtr header_of(const fs::path& path, const std::optional<fs::path>& outputs,
                    const data::LineRules& rules) {
  static base::LruCache<HeaderPtr> last(1);
  const std::string key = fmt::format("{}{}{} {}", state_of(path), outputs ? state_of(*outputs) : "",
                                      static_cast<int>(rules.header), rules.comment);
  return *last.get(key, [&]() -> HeaderPtr { return data::TableFile(path, outputs, rules).open(); });
}

bool may_be_expanded(const Words& words) {
  return std::any_of(words.begin(), words.end(), data::may_name_several);
}

/// `na`. The word alone is logged as it always was.
data::GapWords read_gap_words(const config::Reader& dataset) {
  if (!dataset.has(keys::kNa.name)) return {};
  const Words words = dataset.texts_unlogged(keys::kNa.name);
  if (dataset.raw(keys::kNa.name).kind != config::Value::Kind::sequence && words == Words{kNoGapWords})
    dataset.choice(keys::kNa.name, {kNoGapWords});
  else
    dataset.log_texts(keys::kNa.name, words);
  return gap_words_of(words);
}

/// `inputs`, `outputs` and the rest, of which only the first two are not logged.
data::VectorColumns read_words(const config::Reader& dataset) {
  data::VectorColumns columns;
  columns.inputs = dataset.texts_unlogged(keys::kInputs.name);
  columns.outputs = dataset.texts_unlogged(keys::kOutputs.name);
  read_output_kind(dataset, columns);
  if (dataset.has(keys::kFold.name)) columns.fold = dataset.text(keys::kFold.name);
  if (dataset.has(keys::kId.name)) columns.id = dataset.text(keys::kId.name);
  if (dataset.has(keys::kGroup.name)) columns.group = dataset.text(keys::kGroup.name);
  if (const std::optional<long> overlap = keys::kGroupOverlap.read(dataset)) {
    columns.group_overlap = static_cast<std::size_t>(*overlap);
    if (!columns.group) dataset.fail(keys::kGroupOverlap.name, "name the column of these texts: group");
  }
  if (dataset.has(keys::kTime.name)) columns.time = dataset.text(keys::kTime.name);
  columns.categories = dataset.texts_or_none(keys::kCategories.name);
  columns.gap_words = read_gap_words(dataset);
  columns.except = dataset.texts_or_none(keys::kExcept.name);
  return columns;
}

void log(const config::Reader& dataset, const data::VectorColumns& columns) {
  dataset.log_texts(keys::kInputs.name, columns.inputs);
  dataset.log_texts(keys::kOutputs.name, columns.outputs);
  if (!columns.categories.empty()) dataset.log_texts(keys::kCategories.name, columns.categories);
}

/// Where they are names.
void require_inputs(const data::VectorColumns& columns, const FailAtKey& fail) {
  if (are_found(columns.categories)) return;
  for (const std::string& name : columns.categories) {
    if (std::find(columns.inputs.begin(), columns.inputs.end(), name) == columns.inputs.end())
      fail(keys::kCategories.name,
           base::excerpt(name) + " is no input" + base::suggestion(name, columns.inputs));
  }
}

}  // namespace

bool are_found(const Words& categories) {
  return categories == Words{kIndicators};
}

void read_output_kind(const config::Reader& dataset, data::VectorColumns& columns) {
  const std::string kind = keys::kOutputKind.read(dataset);
  columns.output_kind = data::kind_of(kind);
  const std::string levels = keys::kLevels.name;
  if (kind == "ordinal") {
    if (!dataset.has(levels))
      dataset.fail(levels,
                   "output_kind: ordinal needs the order of the classes, from the lowest to the highest: "
                   "`levels: [low, mid, high]`");
    columns.levels = dataset.texts(levels);
    for (const std::string& level : columns.levels)
      if (std::count(columns.levels.begin(), columns.levels.end(), level) > 1)
        dataset.fail(levels, base::excerpt(level) + " occurs twice");
    if (columns.levels.size() < 2) dataset.fail(levels, "expected two levels at least");
  } else if (dataset.has(levels)) {
    dataset.fail(levels, "of output_kind: ordinal, which is " + kind + " here");
  }
  if (!dataset.has(keys::kSeparator.name)) return;
  columns.separator = dataset.text(keys::kSeparator.name);
  if (kind != "label_set" || columns.separator.empty())
    dataset.fail(keys::kSeparator.name, "a text between the labels of output_kind: label_set");
}

data::GapWords gap_words_of(Words words) {
  data::GapWords found;
  found.na_is_text = std::erase(words, kNoGapWords) > 0;
  found.others = std::move(words);
  return found;
}

data::VectorColumns columns_of(data::VectorColumns columns, const data::TableReader& table,
                               const FailAtKey& fail) {
  const Words& header = table.header();
  const bool all_inputs = data::names_all(columns.inputs, header);
  const bool all_outputs = data::names_all(columns.outputs, header);
  if (all_inputs && all_outputs) fail(keys::kOutputs.name, "'all' means what is left; name the outputs");
  const auto expanded = [&](const Words& words, Words taken) {
    for (const auto& other : {columns.fold, columns.id, columns.time, table.unnamed(),
                              columns.group_overlap == 0 ? columns.group : std::nullopt})
      if (other) taken.push_back(*other);
    return data::expand_columns(words, {header, table.source(), columns.except, std::move(taken),
                                        table.labels(), table.labels_doubt()});
  };
  const Words inputs = columns.inputs, outputs = columns.outputs;
  // What is left over is known last.
  if (!all_outputs) columns.outputs = expanded(outputs, {});
  columns.inputs = expanded(inputs, columns.outputs);
  if (all_outputs) columns.outputs = expanded(outputs, columns.inputs);
  if (data::names_all(columns.categories, header))
    columns.categories = columns.inputs;
  else if (!columns.categories.empty() && !are_found(columns.categories))
    columns.categories = data::expand_columns(
        columns.categories, {header, table.source(), {}, {}, table.labels(), table.labels_doubt()});
  require_inputs(columns, fail);
  if (!columns.except.empty() && columns.inputs == inputs && columns.outputs == outputs)
    fail(keys::kExcept.name, "leaves columns out of 'all' and of ranges, and there is neither");
  columns.except.clear();
  return columns;
}

data::VectorColumns parse_worded_columns(const config::Reader& dataset) {
  data::VectorColumns columns = read_words(dataset);
  log(dataset, columns);
  if (!columns.except.empty()) dataset.log_texts(keys::kExcept.name, columns.except);
  return columns;
}

data::VectorColumns parse_columns(const config::Reader& dataset, const fs::path& file,
                                  const std::optional<fs::path>& outputs, const data::LineRules& rules) {
  data::VectorColumns columns = read_words(dataset);
  // Without a file the samples come from a model, whose columns are names.
  const auto fail = [&](const std::string& key, const std::string& message) { dataset.fail(key, message); };
  if (!file.empty() && (!columns.except.empty() || may_be_expanded(columns.inputs) ||
                        may_be_expanded(columns.outputs) || may_be_expanded(columns.categories)))
    columns = columns_of(std::move(columns), *header_of(file, outputs, rules), fail);
  require_inputs(columns, fail);
  log(dataset, columns);
  return columns;
}

std::vector<std::string> word_warnings(const Words& inputs) {
  if (inputs != Words{data::kAllColumns}) return {};
  return {"the only input is the column named 'all'; where every column is meant, say inputs: \"*\""};
}

}  // namespace preimage::suite::own_data
