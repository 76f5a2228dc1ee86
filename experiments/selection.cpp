#include "experiments/selection.hpp"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"
#include "experiments/sweep/points.hpp"

namespace preimage::experiments {

namespace fs = std::filesystem;

namespace {

std::vector<const Reading*> chosen_readings(const Study& study, const StudyOptions& options) {
  std::vector<const Reading*> readings;
  if (options.sweep.is_on()) {
    for (const Reading& point : study.readings) readings.push_back(&point);
  } else if (options.reading) {
    readings.push_back(&study.reading(*options.reading));
  } else {
    for (const std::string& name : study.profile(options.profile).readings)
      readings.push_back(&study.reading(name));
  }
  return readings;
}

std::vector<SelectedReading> select_readings(const Study& study, const StudyOptions& options,
                                             const DataSource& data) {
  const int repetitions = options.repetitions.value_or(study.profile(options.profile).repetitions);
  const std::vector<const Reading*> chosen = chosen_readings(study, options);
  std::vector<bool> chances;
  for (const Reading* reading : chosen) chances.push_back(has_chance(study, *reading, data));
  // The points of a sweep are compared repetition by repetition, so all have them where one needs them.
  if (options.sweep.is_on() && std::count(chances.begin(), chances.end(), true) > 0)
    chances.assign(chances.size(), true);
  std::vector<SelectedReading> readings;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const int count = chances[i] ? repetitions : 1;
    readings.push_back({&study, chosen[i], count, plan_cells(study, *chosen[i], count, data), chances[i]});
  }
  return readings;
}

std::string stand_in_hint(const Study& study) {
  const bool has_one = std::any_of(study.readings.begin(), study.readings.end(),
                                   [](const Reading& reading) { return reading.experiment.has_stand_in; });
  return has_one ? ", or run with `--stand-in`" : "";
}

}  // namespace

std::vector<const Cell*> Selection::distinct_cells() const {
  std::set<std::string> seen;
  std::vector<const Cell*> cells;
  for (const SelectedReading& selected : readings) {
    for (const Cell& cell : selected.cells) {
      if (seen.insert(cell.key).second) cells.push_back(&cell);
    }
  }
  return cells;
}

std::vector<fs::path> selected_configs(const StudyOptions& options) {
  if (!options.configs.empty()) return options.configs;
  std::vector<fs::path> configs;
  for (const auto& entry : fs::directory_iterator(project_root() / "configs")) {
    if (entry.path().extension() == ".yaml") configs.push_back(entry.path());
  }
  std::sort(configs.begin(), configs.end());
  return configs;
}

Selection select(const StudyOptions& options, const DataSource& data) {
  if (options.sweep.is_on() && options.configs.size() != 1)
    throw ConfigError(fmt::format("--grid: expected one config, found {}", options.configs.size()));
  Selection selection;
  for (const fs::path& config : selected_configs(options)) {
    selection.studies.push_back(options.sweep.is_on() ? load_sweep(config, options)
                                                      : load_study(config, options.overrides));
    const Study& study = selection.studies.back();
    const auto namesakes = std::count_if(selection.studies.begin(), selection.studies.end(),
                                         [&](const Study& other) { return other.config == study.config; });
    if (namesakes > 1) {
      throw ConfigError(config.string() + ": another config of this run is named '" + study.config +
                        "', too, and their tables would overwrite each other");
    }
    try {
      std::vector<SelectedReading> readings = select_readings(study, options, data);
      std::move(readings.begin(), readings.end(), std::back_inserter(selection.readings));
    } catch (const data::MissingDataError& error) {
      if (!options.skip_missing) throw data::MissingDataError(error.what() + stand_in_hint(study));
      selection.skipped.push_back(study.config + ": " + error.what());
      selection.studies.pop_back();
    }
  }
  return selection;
}

void report_skipped(const Selection& selection) {
  for (const std::string& line : selection.skipped) std::cerr << "skipped: " << line << "\n";
}

}  // namespace preimage::experiments
