#include "preimage/models/stored_samples.hpp"

#include <fmt/format.h>

namespace preimage::models {

namespace {

using Integers = std::vector<std::int64_t>;

int label_of(std::int64_t number, const std::string& name) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 30;
  if (number <= -kLargest || number >= kLargest)
    throw DataError(fmt::format("the model's '{}' holds {}, which is no label", name, number));
  return static_cast<int>(number);
}

}  // namespace

std::vector<int> restore_samples(As<std::vector<int>>, const ModelFile& file, const std::string& name) {
  std::vector<int> labels;
  for (const std::int64_t number : file.array<Integers>(name)) labels.push_back(label_of(number, name));
  return labels;
}

void store_samples(ModelFile& file, const std::string& name, const std::vector<std::set<int>>& sets) {
  Integers labels, ends;
  for (const std::set<int>& set : sets) {
    labels.insert(labels.end(), set.begin(), set.end());
    ends.push_back(static_cast<std::int64_t>(labels.size()));
  }
  file.arrays[name + ".labels"] = std::move(labels);
  file.arrays[name + ".ends"] = std::move(ends);
}

std::vector<std::set<int>> restore_samples(As<std::vector<std::set<int>>>, const ModelFile& file,
                                           const std::string& name) {
  const auto& labels = file.array<Integers>(name + ".labels");
  std::vector<std::set<int>> sets;
  std::size_t at = 0;
  for (const std::int64_t end : file.array<Integers>(name + ".ends")) {
    if (end < static_cast<std::int64_t>(at) || end > static_cast<std::int64_t>(labels.size()))
      throw DataError(fmt::format("the model's sets '{}' end outside of their labels", name));
    std::set<int>& set = sets.emplace_back();
    for (; at < static_cast<std::size_t>(end); ++at) set.insert(label_of(labels[at], name));
  }
  return sets;
}

void store_samples(ModelFile& file, const std::string& name, const samples::Table& table) {
  std::vector<std::string> names;
  for (const samples::Column& column : table.columns) {
    const std::string place = fmt::format("{}.{}", name, names.size());
    std::visit([&](const auto& values) { store_samples(file, place, values); }, column.values);
    names.push_back(column.name);
  }
  file.store_texts(name, names);
}

samples::Table restore_samples(As<samples::Table>, const ModelFile& file, const std::string& name) {
  samples::Table table;
  for (const std::string& column : file.texts(name)) {
    const std::string place = fmt::format("{}.{}", name, table.columns.size());
    if (file.arrays.contains(place))
      table.columns.push_back({column, restore_samples(As<arma::mat>(), file, place)});
    else
      table.columns.push_back({column, restore_samples(As<std::vector<std::string>>(), file, place)});
    if (sample_count(table.columns.back()) != sample_count(table))
      throw DataError(fmt::format("the model's columns '{}' are of different lengths", name));
  }
  return table;
}

}  // namespace preimage::models
