#include "experiments/own_data/columns.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "suite/data/column_words.hpp"
#include "suite/data/delimited.hpp"

namespace preimage::experiments::own_data {

using namespace suite;

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// What was read of a file last.
struct HeldHeader {
  fs::path path;
  std::uintmax_t size = 0;
  fs::file_time_type time;
  Words header;
};

/// Every point of a sweep asks for it: the last one is kept as long as the file does not change.
const Words& header_of(const fs::path& path) {
  static HeldHeader held;
  std::error_code no_size, no_time;
  HeldHeader now{path, fs::file_size(path, no_size), fs::last_write_time(path, no_time), {}};
  const bool is_held =
      !no_size && !no_time && now.path == held.path && now.size == held.size && now.time == held.time;
  if (!is_held) {
    now.header = data::open_csv(path).header();
    held = std::move(now);
  }
  return held.header;
}

bool may_be_expanded(const Words& words) {
  return std::any_of(words.begin(), words.end(), data::may_name_several);
}

/// Puts the columns in the place of the words for them.
void expand(const config::Reader& dataset, const Words& except, const fs::path& file,
            data::VectorColumns& columns) {
  const Words& header = header_of(file);
  const bool all_inputs = data::names_all(columns.inputs, header);
  const bool all_outputs = data::names_all(columns.outputs, header);
  if (all_inputs && all_outputs) dataset.fail("outputs", "'all' stands for what is left; name the outputs");
  const auto expanded = [&](const Words& words, Words taken) {
    if (columns.fold) taken.push_back(*columns.fold);
    if (columns.id) taken.push_back(*columns.id);
    return data::expand_columns(words, {header, file.string(), except, std::move(taken)});
  };
  const Words inputs = columns.inputs, outputs = columns.outputs;
  // What is left over is known last.
  if (!all_outputs) columns.outputs = expanded(outputs, {});
  columns.inputs = expanded(inputs, columns.outputs);
  if (all_outputs) columns.outputs = expanded(outputs, columns.inputs);
  if (!except.empty() && columns.inputs == inputs && columns.outputs == outputs)
    dataset.fail("except", "leaves columns out of 'all' and of ranges, and there is neither");
}

}  // namespace

data::VectorColumns parse_columns(const config::Reader& dataset, const fs::path& file) {
  data::VectorColumns columns;
  columns.inputs = dataset.texts_unlogged("inputs");
  columns.outputs = dataset.texts_unlogged("outputs");
  columns.output_kind = data::kind_of(dataset.choice("output_kind", data::output_kind_names()));
  if (dataset.has("fold")) columns.fold = dataset.text("fold");
  if (dataset.has("id")) columns.id = dataset.text("id");
  const Words except = dataset.has("except") ? dataset.texts_unlogged("except") : Words();
  // Without a file the samples come from a model, whose columns are names.
  if (!file.empty() &&
      (!except.empty() || may_be_expanded(columns.inputs) || may_be_expanded(columns.outputs)))
    expand(dataset, except, file, columns);
  dataset.log_texts("inputs", columns.inputs);
  dataset.log_texts("outputs", columns.outputs);
  return columns;
}

}  // namespace preimage::experiments::own_data
