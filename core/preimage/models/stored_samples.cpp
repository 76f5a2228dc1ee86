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

}  // namespace preimage::models
