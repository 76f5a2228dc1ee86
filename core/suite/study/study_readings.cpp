// The readings of a config: each is the config with the overrides of its entry, and --set has the last word.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/loops.hpp"
#include "suite/config/number.hpp"
#include "suite/config/path.hpp"
#include "suite/study/config_keys.hpp"
#include "suite/study/reliability.hpp"
#include "suite/study/study_parts.hpp"

namespace preimage::suite::study {

namespace {

using config::Reader;
using config::Value;

/// `ordered` and `gap`, or nothing.
/// throws  ConfigError beside keys, and for samples, that know another order or none
void parse_order(const Reader& map, const Experiment& experiment, Protocol& protocol) {
  const Reader outer = map.map(keys::kOuter);
  const std::optional<long> folds = keys::kOrdered.read(outer);
  const std::string ordered = keys::kOrdered.name;
  if (!folds && outer.has(keys::kGap.name))
    outer.fail(keys::kGap.name, "lies between the blocks of outer.ordered; say how many, as in ordered: 5");
  if (!folds) return;
  const auto refuse = [](const Reader& reader, std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (reader.has(name))
        reader.fail(name,
                    "not beside outer.ordered, which cuts the samples by time alone and trains on all "
                    "before; leave it out");
    }
  };
  refuse(outer, {keys::kGiven.name, keys::kFolds.name, keys::kStratified.name, keys::kTrainOn.name});
  refuse(map.map(keys::kInner), {keys::kStratified.name, keys::kInnerSamples.name});
  if (experiment.order == Order::none)
    outer.fail(ordered, "the samples of this experiment are in no order; say folds: 5");
  if (experiment.has_groups)
    outer.fail(ordered,
               "folds in the order of time say how well later rows of known groups are predicted (known "
               "patients, later "
               "visits), and cut through these. Leave `group` out for that; for unknown groups say folds: 5");
  protocol.ordered = true;
  protocol.outer_folds = static_cast<std::size_t>(*folds);
  protocol.gap = keys::kGap.read(outer).value_or(0.0);
  if (experiment.order == Order::rows && protocol.gap != std::floor(protocol.gap))
    outer.fail(keys::kGap.name,
               "expected a whole number of rows; `dataset.time: COLUMN` makes it a time between them");
}

/// throws  ConfigError for nested_cv where losses of different samples are not independent, no random cut is
///         made anew, or two folds cannot be left out; in a table of printed numbers, which has no intervals
void parse_interval(const Reader& root, const Reader& map, const Experiment& experiment, Protocol& protocol) {
  protocol.nested_interval = keys::kInterval.is(map, keys::kNestedInterval);
  if (!protocol.nested_interval) return;
  const auto refuse_where = [&](bool is_so, const char* why) {
    if (is_so) map.fail(keys::kInterval.name, std::string("nested_cv ") + why);
  };
  refuse_where(
      experiment.redraws_data,
      "cuts the same samples again and again, and each repetition of this experiment draws new data, "
      "which its interval is from; leave `interval` out");
  refuse_where(experiment.has_groups,
               "needs independent samples, and those of a group are not; leave `interval` out");
  refuse_where(protocol.has_fixed_folds(),
               "cuts the samples at random again and again; say outer: {folds: 10} in place of given or "
               "ordered folds, or leave `interval` out");
  refuse_where(protocol.train_on != samples::TrainOn::the_rest,
               "trains on all folds but one, and on all but two; leave outer.train_on out");
  refuse_where(protocol.outer_folds < 3, "leaves out two folds; say outer: {folds: 10}, or 3 at least");
  refuse_where(!keys::kReproduces.read(root).empty(),
               "is not for tables of `reproduces`, which have no intervals; leave `interval` out");
}

Protocol parse_protocol(const Reader& root, const Experiment& experiment) {
  Protocol protocol;
  if (experiment.outside) {
    protocol.outer_folds = 1;
    return protocol;
  }
  const Reader map = root.map(keys::kProtocol.name);
  const Reader outer = map.map(keys::kOuter);
  parse_order(map, experiment, protocol);
  protocol.given_folds = keys::kGiven.read(outer);
  if (!protocol.has_fixed_folds()) {
    protocol.outer_folds = keys::kFolds.read_as<std::size_t>(outer);
    protocol.outer_stratified = keys::kStratified.read(outer);
  }
  const std::string trains = keys::kTrainOn.read(outer);
  if (!experiment.test_samples_at.empty() && !(protocol.given_folds && trains == "first_fold"))
    outer.fail(keys::kTrainOn.name, fmt::format("beside {}, whose samples test and never train, say `outer: "
                                                "{{given: true, train_on: first_fold}}`",
                                                experiment.test_samples_at));
  if (trains == "one_fold") protocol.train_on = samples::TrainOn::one_fold;
  if (trains == "first_fold") protocol.train_on = samples::TrainOn::first_fold;
  const Reader inner = map.map(keys::kInner);
  protocol.inner_folds = keys::kFolds.read_as<std::size_t>(inner);
  protocol.inner_stratified = keys::kStratified.read(inner);
  for (const auto& [folds, stratified] :
       {std::pair(&outer, protocol.outer_stratified), std::pair(&inner, protocol.inner_stratified)}) {
    if (stratified && !experiment.has_strata)
      folds->fail(keys::kStratified.name, "the outputs of this data set have no classes");
  }
  if (const std::optional<long> samples = keys::kInnerSamples.read(inner))
    protocol.inner_samples = static_cast<std::size_t>(*samples);
  parse_interval(root, map, experiment, protocol);
  return protocol;
}

/// What is read from here on cannot change a number, and so is no part of a cell's identity.
constexpr std::string_view kWords[] = {"title", "reproduces", "experiment", "seed", "protocol.interval"};

bool is_in_words(const std::string& path, const Reading& reading) {
  const auto is_place = [&](const auto& learner) {
    return path.rfind("learners." + learner.first + "." + keys::kPlace, 0) == 0;
  };
  return std::ranges::find(kWords, path) != std::end(kWords) || std::ranges::any_of(reading.places, is_place);
}

/// Keys of a config that are no part of its readings.
const std::set<std::string> kElsewhere = {"readings", "profiles", "claims", "figures"};

/// Puts among the words what was read as it is written and so is in no log, like the name of a data file.
void add_unlogged(const Value& value, const std::string& path, Reading& reading) {
  for (const auto& [key, below] : value.entries) {
    const bool is_elsewhere = path.empty() && kElsewhere.contains(key);
    if (!is_elsewhere) add_unlogged(below, path.empty() ? key : path + "." + key, reading);
  }
  if (value.kind != Value::Kind::map && !reading.parameters.contains(path))
    reading.words.emplace(path, config::to_text(value));
}

/// A misspelt name in --set begins a new learner, which lacks all the rest.
void require_method(const std::string& learner, const Reader& reader,
                    const std::vector<std::pair<std::string, Reader>>& learners) {
  if (reader.has("method")) return;
  std::vector<std::string> others;
  for (const auto& [name, other] : learners) {
    if (other.has("method")) others.push_back(name);
  }
  const std::string nearest = base::nearest_name(learner, others);
  if (!nearest.empty()) reader.fail("", fmt::format("no method; did you mean '{}'?", nearest));
}

/// One of ours, or one that a program of the user's is.
registry::ParsedLearner parse_learner(const std::string& name, const Reader& reader,
                                      const std::vector<std::pair<std::string, Reader>>& learners,
                                      const Experiment& experiment) {
  if (experiment.outside) {
    experiment.outside->read_learner(name, reader);
    return {name, "outside", 1, nullptr, false, false, std::nullopt, experiment.outside->program};
  }
  require_method(name, reader, learners);
  registry::ParsedLearner learner = registry::parse_learner(name, reader);
  if (learner.probabilities && !experiment.has_classes)
    reader.fail(registry::kProbabilities.name, "they are of classes, as outputs of the experiment own_data");
  return learner;
}

/// Reads what every reading has, with its overrides applied; unknown keys are errors here.
Reading parse_reading(const std::string& name, const Value& root_value, const ExperimentTable& experiments) {
  const Reader root(root_value);
  Reading reading;
  reading.name = name;
  keys::kTitle.read(root);
  keys::kReproduces.read(root);
  parse_seed(root);
  for (const std::set<std::string>& elsewhere : {kElsewhere, std::set<std::string>{"paper", "published"}}) {
    for (const std::string& key : elsewhere) {
      if (root.has(key)) root.raw(key);
    }
  }
  reading.experiment = registry::named_row(experiments, root, "experiment").make(root);
  reading.protocol = parse_protocol(root, reading.experiment);
  const auto learners = root.maps(keys::kLearners.name);
  if (learners.size() > kMaxLearners) {
    root.fail("learners", fmt::format("{} learners, the limit is {}", learners.size(), kMaxLearners));
  }
  for (const auto& [learner, reader] : learners) {
    reading.learners.push_back(parse_learner(learner, reader, learners, reading.experiment));
    if (reader.has(keys::kInnerLoss.name) && keys::kInnerLoss.read(reader))
      reading.with_inner_loss.insert(learner);
    if (const std::optional<Reader> place = reader.optional_map(keys::kPlace)) {
      reading.places[learner] = {keys::kRow.read(*place), keys::kColumn.read(*place)};
    }
  }
  if (reading.learners.empty()) root.fail("learners", "expected at least one learner");
  if (const auto figure = reliability_figure(reading.learners)) reading.experiment.figures.push_back(*figure);
  root.finish();
  for (const auto& [path, value] : root.log())
    (is_in_words(path, reading) ? reading.words : reading.parameters)[path] = value;
  static_cast<config::ReadNotes&>(reading) = root.noted();
  add_unlogged(root_value, "", reading);
  return reading;
}

/// Without those for a learner of the config that the reading leaves out: `--set` cannot bring it back.
std::vector<config::Override> for_learners_of(const Value& reading, const Value& root,
                                              std::vector<config::Override> overrides) {
  std::erase_if(overrides, [&](const config::Override& o) {
    const config::PathParts parts = config::parts_in(root, o.path, {});
    if (parts.size() < 2 || parts[0] != "learners") return false;
    const std::string learner = parts[0] + "." + parts[1];
    return config::value_at(root, learner) != nullptr && config::value_at(reading, learner) == nullptr;
  });
  return overrides;
}

/// The config as the entry of a reading changes it; `--set` has the last word.
Value value_of_reading(const Value& root, const Reader& entry,
                       const std::vector<config::Override>& overrides) {
  Value value = with_changes(root, entry);
  return config::with_overrides(value, for_learners_of(value, root, overrides), "--set");
}

}  // namespace

std::string parse_seed(const Reader& root) {
  const std::string seed = root.text(keys::kSeed.name);
  const std::optional<long> number = config::parse_integer(seed);
  if (!number || std::to_string(*number) != seed || *number < 0)
    root.fail(keys::kSeed.name, fmt::format("expected an integer from 0 to {}, found {}",
                                            std::numeric_limits<long>::max(), base::excerpt(seed)));
  return seed;
}

namespace {

/// throws  ConfigError where the overrides, or the config itself, are wrong for it
Reading parse_entry(const Value& root, const std::string& name, const Reader& entry,
                    const std::vector<config::Override>& overrides, const ExperimentTable& experiments) {
  Reading reading = parse_reading(name, value_of_reading(root, entry, overrides), experiments);
  reading.note = keys::kNote.read(entry);
  reading.choices_after_seeing = keys::kChoices.read(entry);
  reading.words[keys::kNote.name] = reading.note;
  if (reading.choices_after_seeing)
    reading.words[keys::kChoices.name] = std::to_string(*reading.choices_after_seeing);
  return reading;
}

}  // namespace

std::vector<Reading> parse_readings(const Value& as_written, const std::vector<config::Override>& overrides,
                                    const ExperimentTable& experiments) {
  const Value root = config::with_overrides(as_written, overrides, "--set");
  std::vector<Reading> readings;
  const Value* block = root.find("readings");
  if (block == nullptr) {
    readings.push_back(parse_reading("as-written", root, experiments));
    return readings;
  }
  const Reader reader(root);
  const auto entries = reader.maps("readings");
  if (entries.size() > kMaxReadings) {
    reader.fail("readings", fmt::format("{} readings, the limit is {}", entries.size(), kMaxReadings));
  }
  for (const auto& [name, entry] : entries) {
    try {
      readings.push_back(parse_entry(root, name, entry, overrides, experiments));
    } catch (const ConfigError& error) {
      if (overrides.empty()) throw;
      const Reader as_it_was = Reader(as_written).map("readings").map(name);
      readings.push_back(parse_entry(as_written, name, as_it_was, {}, experiments));
      readings.back().refusal = error.what();
    }
  }
  if (std::ranges::none_of(readings, [](const Reading& r) { return r.refusal.empty(); }))
    throw ConfigError(readings.front().refusal);
  return readings;
}

PointReader::PointReader(const Value& file, std::string reading,
                         const std::vector<config::Override>& overrides, ExperimentTable experiments)
    : name_(std::move(reading)), experiments_(std::move(experiments)) {
  const Value root = config::with_overrides(config::expand_loops(file), overrides, "--set");
  value_ = root.find("readings") == nullptr
               ? root
               : value_of_reading(root, Reader(root).map("readings").map(name_), overrides);
}

Reading PointReader::read(const std::vector<config::Override>& point) const {
  for (const config::Override& o : point) {
    if (is_of_whole_config(o.path.substr(0, o.path.find('.'))))
      throw ConfigError("--grid " + o.path + ": belongs to the whole config, a point cannot change it");
  }
  Reading reading = parse_reading(name_, config::with_overrides(value_, point, "--grid"), experiments_);
  reading.point = point;
  return reading;
}

}  // namespace preimage::suite::study
