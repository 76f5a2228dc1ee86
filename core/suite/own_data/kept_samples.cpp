#include "suite/own_data/kept_samples.hpp"

#include <numeric>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/models/stored_samples.hpp"

namespace preimage::suite::own_data {

namespace {

using models::ModelFile;

const std::string kInputs = "samples/inputs", kOutputs = "samples/outputs", kNames = "samples/names";

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

data::ClassOutputs restored_classes(const ModelFile& file) {
  data::ClassOutputs classes{restore_samples(models::As<kernels::Labels>(), file, kOutputs),
                             file.texts(kNames)};
  for (const int label : classes.labels) require_name(label, classes.names);
  return classes;
}

data::LabelSetOutputs restored_sets(const ModelFile& file) {
  data::LabelSetOutputs outputs{restore_samples(models::As<kernels::LabelSets>(), file, kOutputs),
                                file.texts(kNames)};
  for (const std::set<int>& set : outputs.sets) {
    for (const int label : set) require_name(label, outputs.names);
  }
  return outputs;
}

data::Outputs restored_outputs(const ModelFile& file, data::OutputKind kind) {
  switch (kind) {
    case data::OutputKind::class_label:
      return restored_classes(file);
    case data::OutputKind::label_set:
      return restored_sets(file);
    case data::OutputKind::string:
      return file.texts(kOutputs);
    case data::OutputKind::vector:
      break;
  }
  return file.numbers(kOutputs);
}

struct Count {
  std::size_t operator()(const kernels::Points& points) const { return points.size(); }
  std::size_t operator()(const data::Outputs& outputs) const { return std::visit(*this, outputs); }
  std::size_t operator()(const arma::mat& rows) const { return rows.n_rows; }
  std::size_t operator()(const std::vector<std::string>& texts) const { return texts.size(); }
  std::size_t operator()(const data::ClassOutputs& classes) const { return classes.labels.size(); }
  std::size_t operator()(const data::LabelSetOutputs& sets) const { return sets.sets.size(); }
};

}  // namespace

void store_samples(const OwnData& data, ModelFile& file) {
  if (const auto* vectors = std::get_if<arma::mat>(&data.inputs)) {
    file.arrays[kInputs] = *vectors;
  } else {
    file.store_texts(kInputs, std::get<std::vector<std::string>>(data.inputs));
  }
  std::visit(StoreOutputs{file}, std::get<data::Outputs>(data.outputs));
}

OwnData restored_samples(const DataFile& described, const ModelFile& file) {
  OwnData data;
  data.columns = described.columns;
  if (described.string_pairs) {
    data.inputs = file.texts(kInputs);
  } else {
    data.inputs = file.numbers(kInputs, described.columns.allow_missing_inputs);
    if (std::get<arma::mat>(data.inputs).n_cols != described.columns.inputs.size()) fail();
  }
  data.outputs = restored_outputs(file, described.columns.output_kind);
  const std::size_t n = std::visit(Count{}, data.inputs);
  if (n == 0 || n != std::visit(Count{}, data.outputs)) fail();
  const auto* vectors = std::get_if<arma::mat>(&std::get<data::Outputs>(data.outputs));
  if (vectors != nullptr && vectors->n_cols != described.columns.outputs.size()) fail();
  data.ids.resize(n);
  std::iota(data.ids.begin(), data.ids.end(), 0L);
  return data;
}

}  // namespace preimage::suite::own_data
