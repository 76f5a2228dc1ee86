#include "experiments/own_data/kept_samples.hpp"

#include <numeric>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::experiments::own_data {

using namespace suite;

namespace {

using models::ModelFile;
using Integers = std::vector<std::int64_t>;

const std::string kInputs = "samples/inputs", kOutputs = "samples/outputs", kNames = "samples/names";

struct StoreOutputs {
  ModelFile& file;
  void operator()(const arma::mat& vectors) const { file.arrays[kOutputs] = vectors; }
  void operator()(const std::vector<std::string>& strings) const { file.store_texts(kOutputs, strings); }
  void operator()(const data::ClassOutputs& classes) const {
    file.arrays[kOutputs] = Integers(classes.labels.begin(), classes.labels.end());
    file.store_texts(kNames, classes.names);
  }
  void operator()(const data::LabelSetOutputs& sets) const {
    Integers labels, ends;
    for (const std::set<int>& set : sets.sets) {
      labels.insert(labels.end(), set.begin(), set.end());
      ends.push_back(static_cast<std::int64_t>(labels.size()));
    }
    file.arrays[kOutputs + ".labels"] = std::move(labels);
    file.arrays[kOutputs + ".ends"] = std::move(ends);
    file.store_texts(kNames, sets.names);
  }
};

[[noreturn]] void fail() {
  throw DataError("the model's samples do not fit each other");
}

int label_of(std::int64_t number, const std::vector<std::string>& names) {
  if (number < 0 || number >= static_cast<std::int64_t>(names.size())) fail();
  return static_cast<int>(number);
}

data::ClassOutputs restored_classes(const ModelFile& file) {
  data::ClassOutputs classes{{}, file.texts(kNames)};
  for (const std::int64_t number : file.array<Integers>(kOutputs))
    classes.labels.push_back(label_of(number, classes.names));
  return classes;
}

data::LabelSetOutputs restored_sets(const ModelFile& file) {
  data::LabelSetOutputs outputs{{}, file.texts(kNames)};
  const auto& labels = file.array<Integers>(kOutputs + ".labels");
  std::size_t at = 0;
  for (const std::int64_t end : file.array<Integers>(kOutputs + ".ends")) {
    if (end < static_cast<std::int64_t>(at) || end > static_cast<std::int64_t>(labels.size())) fail();
    std::set<int>& set = outputs.sets.emplace_back();
    for (; at < static_cast<std::size_t>(end); ++at) set.insert(label_of(labels[at], outputs.names));
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
  return file.array<arma::mat>(kOutputs);
}

struct Count {
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
  std::visit(StoreOutputs{file}, data.outputs);
}

OwnData restored_samples(const DataFile& described, const ModelFile& file) {
  OwnData data;
  if (described.string_pairs) {
    data.inputs = file.texts(kInputs);
  } else {
    data.inputs = file.array<arma::mat>(kInputs);
    if (std::get<arma::mat>(data.inputs).n_cols != described.columns.inputs.size()) fail();
  }
  data.outputs = restored_outputs(file, described.columns.output_kind);
  const std::size_t n = std::visit(Count{}, data.inputs);
  if (n == 0 || n != std::visit(Count{}, data.outputs)) fail();
  const auto* vectors = std::get_if<arma::mat>(&data.outputs);
  if (vectors != nullptr && vectors->n_cols != described.columns.outputs.size()) fail();
  data.ids.resize(n);
  std::iota(data.ids.begin(), data.ids.end(), 0L);
  return data;
}

}  // namespace preimage::experiments::own_data
