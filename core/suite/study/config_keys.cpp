#include "suite/study/config_keys.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/registry/loss_table.hpp"

namespace preimage::suite::study {

namespace {

using registry::below;
using registry::facts_of;
using registry::optional;
using registry::ParameterFacts;
using Words = std::vector<std::string>;

/// A key that takes the name of a row.
template <class Rows>
std::vector<ParameterFacts> name_key(const std::string& key, const Rows& rows, const std::string& meaning) {
  Words names = base::collect(rows, [](const auto& row) { return row.name; });
  ParameterFacts facts{
      key, fmt::format("{}", fmt::join(names, " | ")), "", meaning, false, registry::ParameterType::choice};
  facts.words = std::move(names);
  return {std::move(facts)};
}

std::vector<KeyGroup> general_groups(const ExperimentTable& experiments) {
  using namespace keys;
  const auto folds = facts_of(optional(kFolds), kStratified);
  return {
      {"", "the whole config", "",
       facts_of(kTitle, name_key("experiment", experiments, "what the data is and which losses are reported"),
                kSeed, kReproduces, kPaper, kPublished, kFigures, kDataset, kLoss, kProtocol, kLearners,
                kReadings, kClaims, kProfiles)},
      {"protocol", "folds: the outer ones test, the inner ones choose",
       "{outer: {folds: 5, train_on: the_rest}, inner: {folds: 4}}",
       facts_of(below(kOuter, facts_of(folds, kGiven, kOrdered, kGap, kTrainOn)),
                below(kInner, facts_of(kFolds, kStratified, kInnerSamples)), kInterval)},
      {"learners", "what every learner has, beside the keys of its method", "",
       facts_of(name_key("method", registry::learner_table(), "which one"), kInnerLoss,
                optional(registry::kProbabilities),
                below(kPlace, facts_of(optional(kRow), optional(kColumn))), kFor)},
      {"readings", "what a reading has, beside paths of the config: learners.kde_*.ridge: 1",
       "{note: \"squared loss\", loss: squared_distance}", facts_of(kNote, kChoices, kFor)},
      {"claims", "a sentence of the paper about two learners, or a learner and a number",
       "{text: \"KDE outperforms k-NN\", measure: string_loss, better: kde, worse: neighbours}",
       facts_of(kText, kMeasure, kBetter, kWorse, kAtLeast, kAtMost, kMargin, kReadingNames, kFor)},
      {"profiles", "how often it is run", "{repetitions: 5, readings: all}",
       facts_of(optional(kRepetitions), kReadingNames, kCellTime, kCellMemory, kFor)}};
}

template <class Row>
KeyGroup group_of(const std::string& kind, const Row& row) {
  return {kind + "." + row.name, row.summary, row.example, row.parameters};
}

void add_kernels(std::vector<KeyGroup>& groups) {
  const std::size_t first = groups.size();
  registry::all_kernels().for_each_type([&](const char* samples, const auto& rows) {
    for (const auto& row : rows) {
      KeyGroup group = group_of("kernel", row);
      const auto same = std::find_if(
          groups.begin() + static_cast<std::ptrdiff_t>(first), groups.end(), [&](const KeyGroup& g) {
            return g.path == group.path && registry::lines_of(g.keys) == registry::lines_of(group.keys);
          });
      if (same == groups.end()) {
        group.summary +=
            std::string("; on ") + samples + (row.notation.empty() ? "" : " that are " + row.notation);
        groups.push_back(std::move(group));
      } else {
        same->summary += std::string(", ") + samples;
      }
    }
  });
}

/// "experiments/command/example/digits.yaml, a whole config", of an experiment that has some beside it.
std::string example_of(const ExperimentEntry& entry) {
  const Words files = base::collect(entry.examples, data::page_path);
  if (files.empty()) return "";
  return fmt::format("{}, {}", fmt::join(files, " and "),
                     files.size() == 1 ? "a whole config" : "whole configs");
}

constexpr std::size_t kShortestSearched = 3;  // less is in many names

Words split(const std::string& path) {
  std::istringstream stream(path);
  Words words;
  for (std::string word; std::getline(stream, word, '.');) words.push_back(word);
  return words;
}

/// "kde" of kernel_dependency_estimation.
std::string initials(const std::string& name) {
  std::string letters;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i == 0 || name[i - 1] == '_') letters += name[i];
  }
  return letters;
}

bool means(const std::string& word, const std::string& name) {
  return word == name || (word.size() > 1 && word == initials(name));
}

/// Whether the words are the first ones of `names`.
bool begin(const Words& words, const Words& names) {
  return words.size() <= names.size() && std::equal(words.begin(), words.end(), names.begin(), means);
}

/// The group, with those of its keys that are meant, or nothing. names  that it goes by
std::optional<KeyGroup> meant(const KeyGroup& group, const Words& names, const Words& words) {
  if (begin(words, names) && !(words.empty() && !names.empty())) return group;
  KeyGroup part = group;
  std::erase_if(part.keys, [&](const ParameterFacts& key) {
    Words path = names;
    const Words own = split(key.name);
    path.insert(path.end(), own.begin(), own.end());
    return !begin(words, path);
  });
  if (part.keys.empty()) return std::nullopt;
  return part;
}

/// The first word as it stands in the list of groups.
Words with_known_head(Words words) {
  static const std::map<std::string, std::string> kHeads = {
      {"method", "learners"},      {"methods", "learners"},       {"learner", "learners"},
      {"kernels", "kernel"},       {"input_kernel", "kernel"},    {"output_kernel", "kernel"},
      {"letter_kernel", "kernel"}, {"word_kernels", "kernel"},    {"decoders", "decoder"},
      {"losses", "loss"},          {"experiments", "experiment"}, {"profile", "profiles"}};
  if (const auto head = kHeads.find(words.front()); head != kHeads.end()) words.front() = head->second;
  return words;
}

/// All paths, as suggestions.
Words known_paths(const std::vector<KeyGroup>& groups) {
  Words paths;
  for (const KeyGroup& group : groups) {
    paths.push_back(group.path);
    paths.push_back(group.path.substr(group.path.find('.') + 1));
    for (const ParameterFacts& key : group.keys) {
      if (group.path.empty() || group.path.starts_with("experiment.")) paths.push_back(key.name);
      if (!group.path.empty()) paths.push_back(group.path + "." + key.name);
    }
  }
  return paths;
}

/// The groups that have the text in their paths, and of others the keys that have it in their names or
/// meanings.
std::vector<KeyGroup> searched(const std::vector<KeyGroup>& groups, const std::string& word) {
  std::vector<KeyGroup> found;
  for (KeyGroup group : groups) {
    const bool is_whole = group.path.find(word) != std::string::npos;
    std::erase_if(group.keys, [&](const ParameterFacts& key) {
      return !is_whole && key.name.find(word) == std::string::npos &&
             key.meaning.find(word) == std::string::npos;
    });
    if (is_whole || !group.keys.empty()) found.push_back(std::move(group));
  }
  return found;
}

}  // namespace

std::vector<KeyGroup> key_groups(const ExperimentTable& experiments) {
  std::vector<KeyGroup> groups = general_groups(experiments);
  for (const ExperimentEntry& entry : experiments)
    groups.push_back(
        {"experiment." + entry.name, "beside the keys of the whole config", example_of(entry), entry.keys()});
  for (const registry::LearnerRow& row : registry::learner_table())
    groups.push_back(group_of("learners", row));
  for (const registry::DecoderRow& row : registry::decoder_table())
    groups.push_back(group_of("decoder", row));
  add_kernels(groups);
  for (const registry::LossFacts& loss : registry::loss_table().facts()) {
    groups.push_back(group_of("loss", loss));
    groups.back().summary = loss.outputs + ": " + loss.summary;
  }
  return groups;
}

std::vector<KeyGroup> select_keys(const std::vector<KeyGroup>& groups, const std::string& path) {
  const Words words = split(path);
  std::vector<KeyGroup> found;
  if (!words.empty()) {
    // As it stands; with another word for the first part; without the first part.
    for (const bool is_known : {false, true}) {
      for (const KeyGroup& group : groups) {
        const auto part = meant(group, split(group.path), is_known ? with_known_head(words) : words);
        if (part) found.push_back(*part);
      }
      if (!found.empty()) return found;
    }
    for (const KeyGroup& group : groups) {
      const std::size_t dot = group.path.find('.');
      if (dot == std::string::npos) continue;
      auto part = meant(group, split(group.path.substr(dot + 1)), words);
      if (!part && words.size() > 1 && group.path.starts_with("experiment.")) part = meant(group, {}, words);
      if (part) found.push_back(*part);
    }
  }
  if (found.empty() && path.size() >= kShortestSearched) found = searched(groups, path);
  if (!found.empty()) return found;
  constexpr std::size_t kMaxNamed = 5;
  Words alike = {base::nearest_name(path, known_paths(groups))};
  if (alike.front().empty()) alike.clear();
  const bool is_looked_for = alike.empty() && words.size() > 1 && words.back().size() >= kShortestSearched;
  for (const KeyGroup& group : groups) {
    if (is_looked_for && alike.size() < kMaxNamed && group.path.find(words.back()) != std::string::npos)
      alike.push_back(group.path);
  }
  throw ConfigError(fmt::format("keys: nothing of the name {}{}", base::excerpt(path),
                                alike.empty()
                                    ? "; `preimage keys` prints all"
                                    : fmt::format(", did you mean '{}'?", fmt::join(alike, "' or '"))));
}

}  // namespace preimage::suite::study
