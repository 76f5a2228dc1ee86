// Numbers that a program of the user's prints: each (learner, repetition) is a cell like any other, without a
// learner of ours.
#include "suite/study/experiment.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/command/found_value.hpp"
#include "suite/command/watched_files.hpp"
#include "suite/command/words.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/scalar_type.hpp"
#include "suite/study/config_keys.hpp"
#include "suite/study/loss_measure.hpp"

namespace preimage::suite::command {

using config::Reader;

namespace {

constexpr const char* kSeed = "seed";
constexpr const char* kRepetition = "repetition";
constexpr const char* kDraws = "draws";
constexpr const char* kTrainShare = "train_share";
const std::vector<std::string> kDrawWords = {"new_data", "new_split", "none"};

using Places = std::map<std::string, std::string>;    // as the config writes them
using Settings = std::map<std::string, std::string>;  // of a learner, by name

struct Described : Program {
  std::set<std::string> place_names;  // in measures and versions
  Places measures, versions;
  std::map<std::string, Settings> settings;  // by learner
};

Places read_places(const Reader& root, const std::string& key) {
  Places places;
  const Reader map = root.map(key);
  for (const std::string& name : map.keys()) {
    const std::string text = map.text(name);
    Settings any;  // whether it is a place does not depend on the values of its names
    for (const std::string& of_learner : names_in_place(text)) any[of_learner] = "0";
    try {
      const ValuePlace place(text, any);
    } catch (const std::invalid_argument& error) {
      map.fail(name, error.what());
    }
    places.emplace(name, text);
  }
  if (places.empty()) map.fail("", "expected at least one name with json:.path or regex:PATTERN");
  return places;
}

/// Reads `draws` and `train_share`: what a repetition draws. No part of a cell's key, for no number depends
/// on it.
void read_draws(const Reader& root, study::Experiment& experiment) {
  std::string draws = "none";
  if (root.has(kDraws))
    draws = config::parse_scalar(config::choice_type(kDrawWords), root.raw(kDraws), kDraws);
  const bool splits = draws == "new_split";
  if (root.has(kTrainShare) != splits)
    root.fail(splits ? kDraws : kTrainShare,
              splits ? "`train_share` is needed beside new_split: the share of the samples that trains"
                     : "only beside draws: new_split");
  // Without a seed there is one repetition, which draws nothing.
  experiment.redraws_data = draws == "new_data" && experiment.has_chance;
  if (!splits) return;
  const double share =
      config::parse_scalar(config::number_type(config::kPositive), root.raw(kTrainShare), kTrainShare);
  if (!(share < 1.0)) root.fail(kTrainShare, "expected a number between 0 and 1: the others test");
  experiment.train_share = share;
}

/// What the config says of the draws behind spreads, tests and claims.
std::string remark_on_draws(const Reader& root, const study::Experiment& experiment) {
  if (!experiment.has_chance) return "";
  if (experiment.redraws_data) return "each repetition draws new data";
  if (experiment.train_share)
    return fmt::format("each repetition splits the same samples anew: {:g} of them train",
                       *experiment.train_share);
  return root.has(kDraws) ? "repetitions draw neither data nor splits"
                          : "what a repetition draws is not known (`draws`): nothing is tested";
}

Described read_command(const Reader& root) {
  Described described{read_program(root), {}, {}, {}, {}};
  described.measures = read_places(root, "measures");
  if (root.has("versions")) described.versions = read_places(root, "versions");
  for (const Places* places : {&described.measures, &described.versions}) {
    for (const auto& [name, text] : *places) described.place_names.merge(names_in_place(text));
  }
  return described;
}

/// A setting for each name in `run` and in places, and no other: one that is not passed on would make cells
/// that cannot differ.
void read_settings(Described& described, const std::string& learner, const Reader& reader) {
  Settings& settings = described.settings[learner];
  std::set<std::string> all = described.names;
  all.insert(described.place_names.begin(), described.place_names.end());
  for (const char* of_cell : {kSeed, kRepetition}) all.erase(of_cell);
  const std::vector<std::string> expected(all.begin(), all.end());
  for (const std::string& name : reader.keys()) {
    if (name == study::keys::kPlace) continue;  // no setting of the program
    if (!all.contains(name))
      reader.fail(
          name, fmt::format("`run` and `measures` have no {{{}}}{}", name, base::suggestion(name, expected)));
    settings[name] = reader.text(name);
  }
  for (const std::string& name : expected) {
    if (settings.contains(name)) continue;
    const bool is_in_run = described.names.contains(name);
    reader.fail("", fmt::format("no '{0}', and `{1}` {2} {{{0}}}", name, is_in_run ? "run" : "measures",
                                is_in_run ? "has" : "have"));
  }
}

/// Of the files that `run` names and `files` does not, for any learner.
std::vector<std::string> warnings_of_files(const Described& described) {
  std::set<std::string> warnings;
  for (const auto& [learner, settings] : described.settings) {
    Settings values = settings;
    values[kSeed] = values[kRepetition] = "0";
    warnings.merge(unwatched_files(filled(described.words, values), described.folder, described.files));
  }
  return {warnings.begin(), warnings.end()};
}

Settings values_of(const Described& described, const study::OutsideCell& cell) {
  Settings values = described.settings.at(cell.learner);
  values[kSeed] = std::to_string(cell.seed);
  values[kRepetition] = std::to_string(cell.repetition);
  return values;
}

study::OutsideResult result_of(const Described& described, const study::OutsideCell& cell,
                               const std::string& output) {
  const Settings values = values_of(described, cell);
  study::OutsideResult result;
  for (const auto& [name, text] : described.measures) {
    try {
      result.measures[name] = ValuePlace(text, values).number_in(output);
    } catch (const DataError& error) {
      throw DataError(fmt::format("measures.{}: {}", name, error.what()));
    }
  }
  for (const auto& [name, text] : described.versions)
    result.circumstances["version." + name] = ValuePlace(text, values).find_in(output);
  return result;
}

}  // namespace

study::Experiment make_experiment(const Reader& root) {
  if (root.has("dataset"))
    root.fail(
        "dataset",
        "`experiment: command` takes numbers that a program prints. One that predicts rows of a data set is "
        "a "
        "learner of `experiment: own_data`: `mine: {method: command, run: [python3, mine.py, \"{train}\", "
        "\"{test}\", \"{predictions}\"]}` (`preimage keys learners.command`)");
  const auto described = std::make_shared<Described>(read_command(root));
  study::Experiment experiment;
  experiment.has_chance = described->names.contains(kSeed) || described->names.contains(kRepetition);
  read_draws(root, experiment);
  for (const auto& [name, place] : described->measures) experiment.measures.push_back(name);
  const std::vector<std::string> gains = root.texts_or_none("gains");
  if (!gains.empty()) root.log_texts("gains", gains);
  for (const std::string& gain : gains) {
    if (!described->measures.contains(gain))
      root.fail("gains", fmt::format("no measure '{}'{}", gain, base::suggestion(gain, experiment.measures)));
    experiment.gains.insert(gain);
  }
  experiment.data_identity = [described](const data::DataSource&) {
    std::string text = "files";
    for (const std::string& content : contents_of(described->files)) text += " " + content;
    return text;
  };
  experiment.draw = [](const study::DrawContext&) -> std::shared_ptr<const study::Task> {
    throw ConfigError(
        "`experiment: command` has no samples of its own: nothing can be drawn or predicted here");
  };
  experiment.warnings = [described, gains](const study::Study&, const study::Reading&) {
    std::vector<std::string> lines = warnings_of_files(*described);
    for (const auto& [name, place] : described->measures) {
      if (study::is_name_of_gain(name) && std::find(gains.begin(), gains.end(), name) == gains.end())
        lines.push_back(fmt::format(
            "measure '{}' counts as a loss, of which less is better; else say gains: [{}]", name, name));
    }
    return lines;
  };
  experiment.why_not_kept = "the program is yours, and so are its models";
  const registry::LearnerProgram program{
      shown_words(described->words), described->words, described->folder, {}};
  std::vector<std::string> remarks = {"numbers of a program outside: " + program.text};
  if (const std::string draws = remark_on_draws(root, experiment); !draws.empty()) remarks.push_back(draws);
  experiment.remarks = [remarks](const study::Protocol&) { return remarks; };
  experiment.outside = study::OutsideCells{
      [described](const std::string& learner, const Reader& reader) {
        read_settings(*described, learner, reader);
      },
      [described](const study::OutsideCell& cell) { return described->command(values_of(*described, cell)); },
      [described](const study::OutsideCell& cell, const std::string& output) {
        return result_of(*described, cell, output);
      },
      program};
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  return registry::facts_of(
      registry::Part{"learners", "a map of settings by name",
                     "the value of {NAME} in `run` and `measures`, for each"},
      registry::Texts{
          "run", "a list of words",
          "the program and its arguments; {seed}, {repetition} and {NAME} of each learner are filled in"},
      registry::Texts{"files", "a list of files", "whose content changes what it computes", true},
      registry::Part{"environment", "a map of texts", "variables for it, on top of yours", true},
      registry::Part{"measures", "a map of json:.path | regex:PATTERN",
                     "where its numbers are in what it prints; {NAME} as in `run`"},
      registry::Texts{"gains", "a list of measures", "of which more is better", true},
      registry::Choice{kDraws, "new_data | new_split | none",
                       "what each repetition draws; it decides the test, and nothing is tested for none",
                       "none"},
      registry::OptionalNumber{
          {kTrainShare, config::kPositive, "beside draws: new_split, the share of the samples that trains"}},
      registry::Part{"versions", "a map of json:.path | regex:PATTERN", "of what it ran, as it prints them",
                     true});
}

}  // namespace preimage::suite::command
