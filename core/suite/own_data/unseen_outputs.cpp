#include "suite/own_data/unseen_outputs.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/data/text_file.hpp"
#include "suite/own_data/name_warnings.hpp"

namespace preimage::suite::own_data {

namespace {

using samples::TrainOn;
using Samples = std::vector<std::size_t>;

/// The samples of each label.
std::vector<Samples> samples_of(const data::LabelSetOutputs& sets) {
  std::vector<Samples> all(sets.names.size());
  for (std::size_t i = 0; i < sets.sets.size(); ++i)
    for (const int label : sets.sets[i]) all[static_cast<std::size_t>(label)].push_back(i);
  return all;
}

/// Whether these samples test where none of them trains.
bool are_unseen(const Samples& samples, const std::vector<int>& folds, TrainOn train_on) {
  if (folds.empty()) return samples.size() == 1;
  if (samples.empty()) return false;
  if (train_on == TrainOn::first_fold) {
    const int first = *std::min_element(folds.begin(), folds.end());
    return std::all_of(samples.begin(), samples.end(), [&](std::size_t i) { return folds[i] != first; });
  }
  return std::ranges::all_of(samples, [&](std::size_t i) { return folds[i] == folds[samples.front()]; });
}

std::vector<std::string> lines_on(const data::LabelSetOutputs& sets, const std::vector<int>& folds,
                                  TrainOn train_on, bool are_classes) {
  const std::vector<Samples> samples = samples_of(sets);
  const std::vector<std::string>& names = sets.names;
  std::vector<bool> is_unseen;
  for (const Samples& of_one : samples) is_unseen.push_back(are_unseen(of_one, folds, train_on));
  std::set<std::size_t> all;
  std::vector<std::string> named;
  for (std::size_t c = 0; c < samples.size(); ++c) {
    if (!is_unseen[c]) continue;
    all.insert(samples[c].begin(), samples[c].end());
    std::string& text = named.emplace_back(fmt::format("{} ({}", base::excerpt(names[c]), samples[c].size()));
    for (std::size_t other = 0; other < names.size(); ++other) {
      if (is_unseen[other] || samples[other].empty() || alike_key(names[c]) != alike_key(names[other]))
        continue;
      text += "; training has " + base::excerpt(names[other]);
      break;
    }
    text += ")";
  }
  const std::size_t count = named.size();
  if (count == 0) return {};
  return {fmt::format(
      "{} test sample{} {} that {} training set does not have, so that {}: {}", all.size(),
      all.size() == 1 ? " has" : "s have",
      are_classes ? (count == 1 ? "a class" : "classes") : (count == 1 ? "a label" : "labels"),
      all.size() == 1 ? "its" : "their", are_classes ? "each counts as an error" : "no prediction is right",
      data::few_of(std::move(named)))};
}

}  // namespace

std::vector<std::string> unseen_outputs(const data::Outputs& outputs, const std::vector<int>& folds,
                                        TrainOn train_on) {
  const bool says_nothing = train_on == TrainOn::one_fold || (folds.empty() && train_on != TrainOn::the_rest);
  if (says_nothing) return {};
  if (const auto* sets = std::get_if<data::LabelSetOutputs>(&outputs))
    return lines_on(*sets, folds, train_on, false);
  const auto* classes = std::get_if<data::ClassOutputs>(&outputs);
  if (classes == nullptr) return {};
  data::LabelSetOutputs one_each{{}, classes->names};
  for (const int label : classes->labels) one_each.sets.push_back({label});
  return lines_on(one_each, folds, train_on, true);
}

}  // namespace preimage::suite::own_data
