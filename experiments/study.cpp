#include "experiments/study.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest_name.hpp"

namespace preimage::experiments {

namespace {

using config::Reader;
using config::Value;

const ExperimentEntry& find_experiment(const Reader& root) {
  std::vector<std::string> names;
  for (const ExperimentEntry& entry : experiment_table()) names.push_back(entry.name);
  const std::string name = root.choice("experiment", names);
  return *std::find_if(experiment_table().begin(), experiment_table().end(),
                       [&](const ExperimentEntry& entry) { return entry.name == name; });
}

Protocol parse_protocol(const Reader& root) {
  Protocol protocol;
  const Reader map = root.map("protocol");
  const Reader outer = map.map("outer");
  const std::vector<std::string> train_on = {"the_rest", "one_fold", "first_fold"};
  if (outer.boolean("given", false)) {
    protocol.given_folds = true;
  } else {
    protocol.outer_folds = static_cast<std::size_t>(outer.integer("folds", 2, 100000));
    protocol.outer_stratified = outer.boolean("stratified", false);
  }
  const std::string trains = outer.choice("train_on", train_on, "the_rest");
  if (trains == "one_fold") protocol.train_on = validation::TrainOn::one_fold;
  if (trains == "first_fold") protocol.train_on = validation::TrainOn::first_fold;
  const Reader inner = map.map("inner");
  protocol.inner_folds = static_cast<std::size_t>(inner.integer("folds", 2, 100000));
  protocol.inner_stratified = inner.boolean("stratified", false);
  return protocol;
}

/// What is read from here on cannot change a number, and so is no part of a cell's identity.
constexpr std::string_view kWords[] = {"title", "reproduces", "paper", "experiment", "seed"};

/// What all readings share: overriding it in one of them would have no effect, or a wrong one.
constexpr std::string_view kWholeConfig[] = {"title", "reproduces", "paper",    "experiment",
                                             "seed",  "readings",   "profiles", "claims"};

/// Of a learner: `place: {row, column}`, titles in a table that the paper does not print.
constexpr const char* kPlace = "place";
/// Of a learner: `inner_loss: true`. Read, and so part of a cell's key, where it is there only.
constexpr const char* kInnerLoss = "inner_loss";

bool is_of_whole_config(const std::string& path) {
  const std::string part = path.substr(0, path.find('.'));
  return std::find(std::begin(kWholeConfig), std::end(kWholeConfig), part) != std::end(kWholeConfig);
}

bool is_in_words(const std::string& path, const Reading& reading) {
  const auto is_place = [&](const auto& learner) {
    return path.rfind("learners." + learner.first + "." + kPlace, 0) == 0;
  };
  return std::find(std::begin(kWords), std::end(kWords), path) != std::end(kWords) ||
         std::any_of(reading.places.begin(), reading.places.end(), is_place);
}

config::ReadLog numbers_of(const config::ReadLog& log, const Reading& reading) {
  config::ReadLog result;
  for (const auto& [path, value] : log) {
    if (!is_in_words(path, reading)) result[path] = value;
  }
  return result;
}

/// Reads what every reading has, with its overrides applied; unknown keys are errors here.
Reading parse_reading(const std::string& name, const Value& root_value) {
  const Reader root(root_value);
  Reading reading;
  reading.name = name;
  root.text("title");
  root.text("reproduces", "");
  root.text("paper", "");
  root.text("seed");
  for (const char* elsewhere : {"readings", "profiles", "claims"}) {
    if (root.has(elsewhere)) root.raw(elsewhere);
  }
  reading.experiment = find_experiment(root).make(root);
  reading.protocol = parse_protocol(root);
  const auto learners = root.maps("learners");
  if (learners.size() > kMaxLearners) {
    root.fail("learners", fmt::format("{} learners, the limit is {}", learners.size(), kMaxLearners));
  }
  for (const auto& [learner, reader] : learners) {
    reading.learners.push_back(validation::parse_learner(learner, reader));
    if (reader.has(kInnerLoss) && reader.boolean(kInnerLoss)) reading.judged.insert(learner);
    if (const std::optional<Reader> place = reader.optional_map(kPlace)) {
      reading.places[learner] = {place->text("row"), place->text("column")};
    }
  }
  if (reading.learners.empty()) root.fail("learners", "expected at least one learner");
  root.finish();
  reading.parameters = numbers_of(root.log(), reading);
  return reading;
}

Value with_overrides(Value value, const std::vector<Override>& overrides,
                     const std::string& option = "--set") {
  for (const Override& o : overrides) {
    config::set_path(value, o.path, config::parse_value(o.value, option + " " + o.path + "=" + o.value));
  }
  return value;
}

/// Without those for a learner of the config that the reading leaves out: `--set` cannot bring it back.
std::vector<Override> for_learners_of(const Value& reading, const Value& root,
                                      std::vector<Override> overrides) {
  const auto has_learner = [](const Value& value, const std::string& name) {
    const Value* learners = value.find("learners");
    return learners != nullptr && learners->find(name) != nullptr;
  };
  constexpr std::string_view kLearners = "learners.";
  std::erase_if(overrides, [&](const Override& o) {
    if (o.path.rfind(kLearners, 0) != 0) return false;
    const std::string rest = o.path.substr(kLearners.size());
    const std::string name = rest.substr(0, rest.find('.'));
    return has_learner(root, name) && !has_learner(reading, name);
  });
  return overrides;
}

/// The config as the entry of a reading changes it: dotted paths override; `--set` has the last word.
Value value_of_reading(const Value& root, const Reader& entry, const std::vector<Override>& overrides) {
  Value value = root;
  for (const std::string& key : entry.keys()) {
    if (key == "note" || key == "choices_after_seeing") continue;
    if (is_of_whole_config(key)) entry.fail(key, "belongs to the whole config, a reading cannot change it");
    config::set_path(value, key, entry.raw(key));
  }
  return with_overrides(value, for_learners_of(value, root, overrides));
}

/// `readings: {name: {note, choices_after_seeing, path: value, ...}}`
std::vector<Reading> parse_readings(const Value& root, const std::vector<Override>& overrides) {
  std::vector<Reading> readings;
  const Value* block = root.find("readings");
  if (block == nullptr) {
    readings.push_back(parse_reading("as-written", root));
    return readings;
  }
  const Reader reader(root);
  const auto entries = reader.maps("readings");
  if (entries.size() > kMaxReadings) {
    reader.fail("readings", fmt::format("{} readings, the limit is {}", entries.size(), kMaxReadings));
  }
  for (const auto& [name, entry] : entries) {
    Reading reading = parse_reading(name, value_of_reading(root, entry, overrides));
    reading.note = entry.text("note", "");
    reading.choices_after_seeing = entry.integer("choices_after_seeing", 0, 1000, 0);
    readings.push_back(std::move(reading));
  }
  return readings;
}

/// `readings: all` or a list of names.
std::vector<std::string> parse_reading_names(const Reader& reader, const std::vector<Reading>& readings,
                                             std::optional<std::vector<std::string>> fallback = {}) {
  std::vector<std::string> names;
  for (const Reading& reading : readings) names.push_back(reading.name);
  const std::vector<std::string> chosen = reader.texts("readings", std::move(fallback));
  if (chosen == std::vector<std::string>{"all"}) return names;
  for (const std::string& reading : chosen) {
    if (std::find(names.begin(), names.end(), reading) == names.end()) {
      reader.fail("readings", "no reading '" + reading + "'" + base::suggestion(reading, names));
    }
  }
  return chosen;
}

std::map<std::string, Profile> parse_profiles(const Reader& root, const std::vector<Reading>& readings) {
  std::map<std::string, Profile> profiles;
  for (const auto& [name, reader] : root.maps("profiles")) {
    Profile profile;
    profile.repetitions = static_cast<int>(reader.integer("repetitions", 1, 100000));
    profile.readings = parse_reading_names(reader, readings);
    if (reader.has("cell_time")) profile.cell_limits.seconds = reader.number("cell_time", config::kPositive);
    if (reader.has("cell_memory"))
      profile.cell_limits.memory_mib = reader.integer("cell_memory", 1, 1L << 40);
    reader.finish();
    profiles[name] = profile;
  }
  return profiles;
}

/// The name of a learner of some reading.
std::string parse_learner_name(const Reader& claim, const std::string& key,
                               const std::vector<Reading>& readings) {
  const std::string name = claim.text(key);
  std::vector<std::string> names;
  for (const Reading& reading : readings) {
    for (const validation::ParsedLearner& learner : reading.learners) {
      if (learner.name == name) return name;
      names.push_back(learner.name);
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  claim.fail(key, "no learner '" + name + "'" + base::suggestion(name, names));
}

/// `<learner_key>: name of a learner` or `<number_key>: number`.
ClaimSide parse_side(const Reader& claim, const std::string& learner_key, const std::string& number_key,
                     const std::vector<Reading>& readings) {
  if (claim.has(number_key)) return claim.number(number_key);
  return parse_learner_name(claim, learner_key, readings);
}

std::vector<Claim> parse_claims(const Reader& root, const std::vector<Reading>& readings) {
  std::vector<Claim> claims;
  if (!root.has("claims")) return claims;
  for (const auto& [name, reader] : root.maps("claims")) {
    claims.push_back(
        {reader.text("text"), reader.text("measure"), parse_side(reader, "better", "at_least", readings),
         parse_side(reader, "worse", "at_most", readings), reader.number("margin", config::kNonNegative, 0.0),
         parse_reading_names(reader, readings, std::vector<std::string>{"all"})});
    reader.finish();
    if (std::holds_alternative<double>(claims.back().better) &&
        std::holds_alternative<double>(claims.back().worse))
      reader.fail("at_least", "expected one of better and worse, a claim is about a learner");
  }
  return claims;
}

}  // namespace

const Reading& Study::reading(const std::string& name) const {
  std::vector<std::string> names;
  for (const Reading& candidate : readings) {
    if (candidate.name == name) return candidate;
    names.push_back(candidate.name);
  }
  throw ConfigError(config + ": no reading '" + name + "'" + base::suggestion(name, names));
}

const Profile& Study::profile(const std::string& name) const {
  const auto found = profiles.find(name);
  if (found != profiles.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, profile] : profiles) names.push_back(known);
  throw ConfigError(config + ": no profile '" + name + "'" + base::suggestion(name, names));
}

namespace {

/// The part of `reproduces` before the slash, or else `paper`.
std::string parse_paper(const Reader& reader, const std::string& reproduces) {
  const std::string paper = reader.text("paper", "");
  if (reproduces.empty()) return paper;
  if (!paper.empty()) reader.fail("paper", "`reproduces` names the paper already");
  return reproduces.substr(0, reproduces.find('/'));
}

}  // namespace

Study parse_study(const Value& as_written, const std::string& config,
                  const std::vector<Override>& overrides) {
  const Value root = with_overrides(as_written, overrides);
  Study study;
  study.config = config;
  const Reader reader(root);
  study.title = reader.text("title");
  study.experiment = find_experiment(reader).name;
  study.reproduces = reader.text("reproduces", "");
  study.paper = parse_paper(reader, study.reproduces);
  study.seed = reader.text("seed");
  study.readings = parse_readings(root, overrides);
  study.profiles = parse_profiles(reader, study.readings);
  study.claims = parse_claims(reader, study.readings);
  return study;
}

std::vector<Reading> parse_points(const Value& as_written, const std::string& reading,
                                  const std::vector<Override>& overrides,
                                  const std::vector<std::vector<Override>>& points) {
  const Value root = with_overrides(as_written, overrides);
  Value value = root;
  if (root.find("readings") != nullptr)
    value = value_of_reading(root, Reader(root).map("readings").map(reading), overrides);
  std::vector<Reading> result;
  for (const std::vector<Override>& point : points) {
    for (const Override& o : point) {
      if (is_of_whole_config(o.path))
        throw ConfigError("--grid " + o.path + ": belongs to the whole config, a point cannot change it");
    }
    result.push_back(parse_reading(reading, with_overrides(value, point, "--grid")));
    result.back().point = point;
  }
  return result;
}

Study load_study(const std::filesystem::path& path, const std::vector<Override>& overrides) {
  return parse_study(config::load_yaml(path), path.stem().string(), overrides);
}

}  // namespace preimage::experiments
