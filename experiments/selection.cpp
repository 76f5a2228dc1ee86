#include "experiments/selection.hpp"

#include <algorithm>
#include <exception>
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
  std::vector<SelectedReading> readings;
  for (const Reading* reading : chosen_readings(study, options)) {
    const int count = reading->experiment.has_chance ? repetitions : 1;
    readings.push_back({&study, reading, count, plan_cells(study, *reading, count, data)});
  }
  return readings;
}

std::string stand_in_hint(const Study& study) {
  const bool has_one = std::any_of(study.readings.begin(), study.readings.end(),
                                   [](const Reading& reading) { return reading.experiment.has_stand_in; });
  return has_one ? ", or run with `--stand-in`" : "";
}

/// throws  ConfigError where another config before it has its name
void require_new_name(const Selection& selection, const fs::path& config) {
  const std::string& name = selection.studies.back().config;
  const auto namesakes = std::count_if(selection.studies.begin(), selection.studies.end(),
                                       [&](const Study& other) { return other.config == name; });
  if (namesakes > 1) {
    throw ConfigError(config.string() + ": another config of this run is named '" + name +
                      "', too, and their tables would overwrite each other");
  }
}

void add_config(Selection& selection, const fs::path& config, const StudyOptions& options,
                const DataSource& data) {
  selection.studies.push_back(options.sweep.is_on() ? load_sweep(config, options)
                                                    : load_study(config, options.overrides));
  const Study& study = selection.studies.back();
  require_new_name(selection, config);
  try {
    std::vector<SelectedReading> readings = select_readings(study, options, data);
    std::move(readings.begin(), readings.end(), std::back_inserter(selection.readings));
  } catch (const data::MissingDataError& error) {
    if (!options.skip_missing) throw data::MissingDataError(error.what() + stand_in_hint(study));
    selection.skipped.push_back(study.config + ": " + error.what());
    selection.studies.pop_back();
  }
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

Selection select(const StudyOptions& options, const DataSource& data, std::vector<std::string>* troubles) {
  if (options.sweep.is_on() && options.configs.size() != 1)
    throw ConfigError(fmt::format("--grid: expected one config, found {}", options.configs.size()));
  Selection selection;
  std::exception_ptr first_trouble;
  for (const fs::path& config : selected_configs(options)) {
    const std::size_t studies = selection.studies.size();
    try {
      add_config(selection, config, options, data);
    } catch (const std::exception& error) {
      if (troubles == nullptr) throw;
      if (!first_trouble) first_trouble = std::current_exception();
      troubles->push_back(config.filename().string() + ": " + error.what());
      selection.studies.resize(studies);
    }
  }
  if (first_trouble && selection.studies.empty()) std::rethrow_exception(first_trouble);
  return selection;
}

void report_skipped(const Selection& selection) {
  for (const std::string& line : selection.skipped) std::cerr << "skipped: " << line << "\n";
}

}  // namespace preimage::experiments
