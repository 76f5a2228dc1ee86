#include "suite/own_data/kept_samples.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/models/stored_samples.hpp"

namespace preimage::suite::own_data {

namespace {

using models::ModelFile;

const std::string kInputs = "samples/inputs", kOutputs = "samples/outputs", kNames = "samples/names";
/// With the place of an input column behind it: the texts of its levels.
const std::string kLevels = "samples/levels.";

struct StoreOutputs {
  ModelFile& file;
  void operator()(const arma::mat& vectors) const { file.arrays[kOutputs] = vectors; }
  void operator()(const std::vector<std::string>& strings) const { file.store_texts(kOutputs, strings); }
  void operator()(const data::ClassOutputs& classes) const {
    store_samples(file, kOutputs, classes.labels);
    file.store_texts(kNames, classes.names);
  }
  void operator()(const data::LabelSetOutputs& sets) const {
    store_samples(file, kOutputs, sets.sets);
    file.store_texts(kNames, sets.names);
  }
};

[[noreturn]] void fail() {
  throw DataError("the model's samples do not fit each other");
}

void require_name(int label, const std::vector<std::string>& names) {
  if (label < 0 || static_cast<std::size_t>(label) >= names.size()) fail();
}

data::Outputs restored_outputs(const ModelFile& file, data::OutputKind kind) {
  if (kind == data::OutputKind::string) return file.texts(kOutputs);
  if (kind == data::OutputKind::vector) return file.numbers(kOutputs);
  const std::vector<std::string> names = file.texts(kNames);
  if (kind == data::OutputKind::class_label) {
    data::ClassOutputs classes{restore_samples(models::As<kernels::Labels>(), file, kOutputs), names};
    for (const int label : classes.labels) require_name(label, names);
    return classes;
  }
  data::LabelSetOutputs sets{restore_samples(models::As<kernels::LabelSets>(), file, kOutputs), names};
  for (const std::set<int>& set : sets.sets)
    for (const int label : set) require_name(label, names);
  return sets;
}

kernels::Points restored_points(const ModelFile& file, const std::string& name) {
  const arma::mat& K = file.numbers(name);
  if (!K.is_square()) fail();
  return kernels::Points::given(K);
}

/// Of the columns that have levels, each entry of which is one, or a gap.
data::ColumnLevels restored_levels(const ModelFile& file, const arma::mat& inputs) {
  data::ColumnLevels levels;
  for (arma::uword j = 0; j < inputs.n_cols; ++j) {
    const std::string name = kLevels + std::to_string(j);
    if (!file.arrays.contains(name + ".bytes")) continue;
    std::vector<std::string>& names = levels[j] = file.texts(name);
    for (const double entry : inputs.col(j)) {
      const bool is_level =
          entry >= 0.0 && entry < static_cast<double>(names.size()) && entry == std::floor(entry);
      if (!is_level && entry == entry) fail();
    }
  }
  return levels;
}

}  // namespace

void store_samples(const OwnData& data, ModelFile& file) {
  if (const auto* points = std::get_if<kernels::Points>(&data.inputs)) {
    file.arrays[kInputs] = points->gram();
  } else if (const auto* vectors = std::get_if<arma::mat>(&data.inputs)) {
    file.arrays[kInputs] = *vectors;
    for (const auto& [column, levels] : data.levels)
      file.store_texts(kLevels + std::to_string(column), levels);
  } else {
    file.store_texts(kInputs, std::get<std::vector<std::string>>(data.inputs));
  }
  if (const auto* points = std::get_if<kernels::Points>(&data.outputs))
    file.arrays[kOutputs] = points->gram();
  else
    std::visit(StoreOutputs{file}, std::get<data::Outputs>(data.outputs));
}

OwnData restored_samples(const DataFile& described, const ModelFile& file) {
  OwnData data;
  data.columns = described.columns;
  if (described.gram) {
    data.inputs = restored_points(file, kInputs);
  } else if (described.string_pairs) {
    data.inputs = file.texts(kInputs);
  } else {
    const data::VectorColumns& columns = described.columns;
    const arma::mat& inputs =
        file.numbers(kInputs, columns.allow_missing_inputs || columns.allow_missing_categories);
    if (inputs.n_cols != columns.inputs.size()) fail();
    data.inputs = inputs;
    data.levels = restored_levels(file, inputs);
    if (!are_found(columns.categories) &&
        data.levels.size() != columns.categories.size() + columns.strings.size())
      fail();
    for (const std::string& name : columns.strings)
      if (!data.levels.contains(columns.place_of(name)) || inputs.col(columns.place_of(name)).has_nan())
        fail();
    data.columns.categories.clear();
    for (const auto& [column, levels] : data.levels) {
      const std::string& name = columns.inputs[column];
      if (columns.is_string(name)) continue;
      if (levels.size() < data::two_valued_levels().size()) fail();
      if (!are_found(columns.categories) && !columns.is_category(name)) fail();
      data.columns.categories.push_back(name);
    }
  }
  const bool outputs_are_gram = described.gram && described.gram->outputs_are_gram;
  if (outputs_are_gram)
    data.outputs = restored_points(file, kOutputs);
  else
    data.outputs = restored_outputs(file, described.columns.output_kind);
  using samples::sample_count;
  const std::size_t n =
      std::visit([](const auto& held) -> std::size_t { return sample_count(held); }, data.inputs);
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  const std::size_t of_outputs =
      outputs != nullptr ? data::row_count(*outputs) : std::get<kernels::Points>(data.outputs).size();
  if (n == 0 || n != of_outputs) fail();
  const auto* vectors = outputs != nullptr ? std::get_if<arma::mat>(outputs) : nullptr;
  if (vectors != nullptr && vectors->n_cols != described.columns.outputs.size()) fail();
  data.ids = sample_numbers(n);
  return data;
}

}  // namespace preimage::suite::own_data
