#include "suite/study/study.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/nearest_name.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/loops.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/study/config_keys.hpp"
#include "suite/study/study_parts.hpp"

namespace preimage::suite::study {

using config::Reader;
using config::Value;

std::vector<std::string> parse_reading_names(const Reader& reader, const std::vector<Reading>& readings) {
  std::vector<std::string> names = base::collect(readings, &Reading::name);
  const std::vector<std::string> all = {"all"};
  if (!reader.has(keys::kReadingNames.name)) reader.log_texts(keys::kReadingNames.name, all);
  const auto chosen = reader.has(keys::kReadingNames.name) ? reader.texts(keys::kReadingNames.name) : all;
  if (chosen == all) return names;
  for (const std::string& reading : chosen)
    require_known(reader, keys::kReadingNames.name, "reading", reading, names);
  return chosen;
}

std::map<std::string, Profile> parse_profiles(const Reader& root, const std::vector<Reading>& readings) {
  std::map<std::string, Profile> profiles;
  for (const auto& [name, reader] : root.maps(keys::kProfiles.name)) {
    const std::string error = records::profile_name_error(name);
    if (!error.empty()) reader.fail("", error);
    Profile profile;
    profile.readings = parse_reading_names(reader, readings);
    const bool is_nested = std::ranges::any_of(readings, [&](const Reading& reading) {
      return reading.protocol.nested_interval && std::ranges::count(profile.readings, reading.name) > 0;
    });
    profile.repetitions = is_nested && !reader.has(keys::kRepetitions.name)
                              ? keys::kNestedRepetitions
                              : keys::kRepetitions.read_as<int>(reader);
    profile.cell_limits.seconds = keys::kCellTime.read(reader);
    profile.cell_limits.memory_mib = keys::kCellMemory.read(reader);
    reader.finish();
    profiles[name] = profile;
  }
  return profiles;
}

const Reading& Study::reading(const std::string& name) const {
  const auto found = std::ranges::find(readings, name, &Reading::name);
  if (found == readings.end())
    throw ConfigError(fmt::format("{}: no reading '{}'{}", readings_at, name,
                                  base::suggestion(name, base::collect(readings, &Reading::name))));
  if (!found->refusal.empty()) throw ConfigError(fmt::format("{} (in reading '{}')", found->refusal, name));
  return *found;
}

const Profile& Study::profile(const std::string& name) const {
  const auto found = profiles.find(name);
  if (found != profiles.end()) return found->second;
  const auto names = base::collect(profiles, [](const auto& known) { return known.first; });
  throw ConfigError(fmt::format("{}: no profile '{}'{}", profiles_at, name, base::suggestion(name, names)));
}

namespace {

/// Where the entries of a key stand, for messages: "configs/toy.yaml:12:1: profiles".
std::string place_of(const Value& root, const std::string& key) {
  const Value* value = root.find(key);
  return fmt::format("{}: {}", (value != nullptr ? value->key_mark : root.mark).text(), key);
}

/// Overrides of what is computed may leave out what a row is of; tables of such readings have no verdict.
bool computes_as_written(const std::vector<config::Override>& overrides) {
  return std::ranges::all_of(overrides, [](const config::Override& o) {
    return is_of_whole_config(o.path.substr(0, o.path.find('.')));
  });
}

}  // namespace

Study parse_study(const Value& file, const std::string& config,
                  const std::vector<config::Override>& overrides, const ExperimentTable& experiments) {
  if (overrides.size() > config::kMaxOverrides)
    throw ConfigError(fmt::format("--set: expected at most {} values for a config, found {}",
                                  config::kMaxOverrides, overrides.size()));
  const Value as_written = config::expand_loops(file);
  const Value root = config::with_overrides(as_written, overrides, "--set");
  Study study;
  study.config = config;
  const Reader reader(root);
  study.title = keys::kTitle.read(reader);
  study.experiment = registry::named_row(experiments, reader, "experiment").name;
  study.reproduces = keys::kReproduces.read(reader);
  study.paper =
      parse_paper(reader, study.reproduces, std::filesystem::path(as_written.mark.source).parent_path());
  study.seed = parse_seed(reader);
  read_published(reader, study);
  study.readings = parse_readings(as_written, overrides, experiments);
  if (computes_as_written(overrides)) check_published(study);
  read_reasons(study);
  choose_figures(reader, study.readings);
  study.profiles = parse_profiles(reader, study.readings);
  study.claims = parse_claims(reader, study.readings);
  study.readings_at = place_of(root, keys::kReadings.name);
  study.profiles_at = place_of(root, keys::kProfiles.name);
  find_modifications(study, as_written, overrides, experiments);
  return study;
}

Study load_study(const std::filesystem::path& path, const std::vector<config::Override>& overrides,
                 const ExperimentTable& experiments) {
  Study study = parse_study(config::load_yaml(path), path.stem().string(), overrides, experiments);
  study.file = path;
  return study;
}

}  // namespace preimage::suite::study
