#include "suite/data/numbered_like.hpp"

#include <map>
#include <string>
#include <vector>

namespace preimage::suite::data {

namespace {

/// The number in `names` of each of `own`; those that are not there are added.
std::vector<int> places_among(std::vector<std::string>& names, const std::vector<std::string>& own) {
  std::map<std::string, int> numbers;
  for (std::size_t i = 0; i < names.size(); ++i) numbers.emplace(names[i], static_cast<int>(i));
  std::vector<int> places;
  for (const std::string& name : own) {
    const auto [entry, added] = numbers.emplace(name, static_cast<int>(names.size()));
    if (added) names.push_back(name);
    places.push_back(entry->second);
  }
  return places;
}

}  // namespace

Outputs numbered_like(const Outputs& first, Outputs samples) {
  if (auto* classes = std::get_if<ClassOutputs>(&samples)) {
    ClassOutputs renumbered{{}, std::get<ClassOutputs>(first).names};
    const std::vector<int> places = places_among(renumbered.names, classes->names);
    for (const int label : classes->labels)
      renumbered.labels.push_back(places[static_cast<std::size_t>(label)]);
    return renumbered;
  }
  if (auto* sets = std::get_if<LabelSetOutputs>(&samples)) {
    LabelSetOutputs renumbered{{}, std::get<LabelSetOutputs>(first).names};
    const std::vector<int> places = places_among(renumbered.names, sets->names);
    for (const std::set<int>& labels : sets->sets) {
      std::set<int>& numbered = renumbered.sets.emplace_back();
      for (const int label : labels) numbered.insert(places[static_cast<std::size_t>(label)]);
    }
    return renumbered;
  }
  return samples;
}

}  // namespace preimage::suite::data
