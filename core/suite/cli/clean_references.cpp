#include "suite/cli/clean_references.hpp"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/results/sweep_folder.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> profiles_of(const study::Study& study, const CleanOptions& options) {
  if (!options.all_profiles) return {options.study.profile};
  std::vector<std::string> names;
  for (const auto& [name, profile] : study.profiles) names.push_back(name);
  return names;
}

bool has_stand_in(const study::Study& study) {
  return std::any_of(study.readings.begin(), study.readings.end(),
                     [](const study::Reading& reading) { return reading.experiment.has_stand_in; });
}

/// Adds the keys of one config: of its profiles, with the digits drawn by formula, too.
class AddKeys {
 public:
  AddKeys(const CleanOptions& options, const study::ExperimentTable& experiments, References& references)
      : options_(options), experiments_(experiments), references_(references) {}

  void operator()(study::SelectionOptions one, std::set<std::string>& keys) const {
    const study::Study study = study::load_study(one.configs.front(), one.overrides, experiments_);
    one.out = options_.study.out;
    one.skip_missing = true;
    for (const std::string& profile : profiles_of(study, options_)) {
      one.profile = profile;
      one.stand_in = false;
      add(one, study.config, keys);
      one.stand_in = true;
      if (has_stand_in(study)) add(one, study.config, keys);
    }
  }

 private:
  void add(const study::SelectionOptions& one, const std::string& config, std::set<std::string>& keys) const {
    const run::Selection selection = run::select(one, experiments_, run::make_data_source(one));
    if (!selection.skipped.empty() && references_.unknown.insert(config).second) {
      run::report_skipped(selection);
      std::cerr << config << ": its records stay, since their keys are not known without the data\n";
    }
    for (const study::Cell* cell : selection.distinct_cells()) {
      if (!references_.keys.contains(cell->key)) keys.insert(cell->key);
    }
  }

  const CleanOptions& options_;
  const study::ExperimentTable& experiments_;
  References& references_;
};

/// The plain profiles of the config, too: a run of one reading of it does not give up the others.
void add_run(const run::NotedRun& noted, const AddKeys& add_keys, References& references) {
  References::Run& run = references.runs.emplace_back();
  run.text = noted.text();
  run.note = noted.file;
  try {
    const std::string foreign = run::foreign_file_error(noted.spec.config);
    if (!foreign.empty()) throw DataError(foreign);
    add_keys(study::selection_of(noted.spec, {}), run.keys);
    if (!noted.spec.reading && !noted.spec.repetitions) return;
    study::RunSpec profiles = noted.spec;
    profiles.reading.reset();
    profiles.repetitions.reset();
    add_keys(study::selection_of(profiles, {}), run.keys);
  } catch (const std::exception& error) {
    const std::string config = noted.spec.config.stem().string();
    references.unknown.insert(config);
    std::cerr << fmt::format(
        "{}: was run here, but which cells it has is not known ({}): all records of {} stay; to give them "
        "up, "
        "remove {}\n",
        run.text, error.what(), config, noted.file.string());
  }
}

/// Whether the note says what the command line says: then its keys, which may take seconds, are known.
bool is_selected(const run::NotedRun& noted, const study::SelectionOptions& options,
                 const std::vector<fs::path>& configs) {
  study::RunSpec given;
  given.way() = options.way();
  given.data = run::data_folder(options, run::make_data_source(options));
  return std::any_of(configs.begin(), configs.end(), [&](const fs::path& config) {
    given.config = fs::absolute(config).lexically_normal();
    return run::naming_part(given) == noted.spec;
  });
}

/// Those that are named. Where none is, those of configs/: all, or where the folder tells what was run into it, those
/// among that, unless records of before it did are to go, too.
std::vector<fs::path> chosen_configs(const CleanOptions& options, const std::vector<run::NotedRun>& noted) {
  std::vector<fs::path> configs = run::selected_configs(options.study);
  if (!options.study.configs.empty() || noted.empty() || options.older) return configs;
  std::erase_if(configs, [&](const fs::path& config) {
    return std::none_of(noted.begin(), noted.end(), [&](const run::NotedRun& run) {
      return run.spec.config == fs::absolute(config).lexically_normal();
    });
  });
  return configs;
}

}  // namespace

References find_references(const CleanOptions& options, const study::ExperimentTable& experiments) {
  References references;
  references.keys = results::keys_of_sweeps(options.study.out);
  const AddKeys add_keys(options, experiments, references);
  const std::vector<run::NotedRun> noted_runs = run::noted_runs(options.study.out);
  const std::vector<fs::path> configs = chosen_configs(options, noted_runs);
  for (const fs::path& config : configs) {
    study::SelectionOptions one = options.study;
    one.configs = {config};
    add_keys(one, references.keys);
  }
  for (const run::NotedRun& noted : noted_runs) {
    if (!is_selected(noted, options.study, configs)) add_run(noted, add_keys, references);
  }
  return references;
}

}  // namespace preimage::suite::cli
