#include "suite/cli/clean_references.hpp"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/results/sweep_folder.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// Adds the keys of one config in one way.
class AddKeys {
 public:
  AddKeys(const CleanOptions& options, const study::ExperimentTable& experiments, References& references)
      : options_(options), experiments_(experiments), references_(references) {}

  void operator()(study::SelectionOptions one, std::set<std::string>& keys) const {
    one.out = options_.study.out;
    one.skip_missing = true;
    const run::Selection selection = run::select(one, experiments_, run::make_data_source(one));
    for (const study::Study& study : selection.left_out) {
      if (!references_.unknown.insert(study.config).second) continue;
      run::report_skipped(selection.skipped);
      std::cerr << study.config << ": its records stay, since their keys are not known without the data\n";
    }
    for (const study::Cell* cell : selection.distinct_cells()) {
      if (!references_.keys.contains(cell->key)) keys.insert(cell->key);
    }
  }

  /// Of its profiles.
  void of_profiles(study::SelectionOptions one, std::set<std::string>& keys) const {
    const study::Study study = study::load_study(one.configs.front(), one.overrides, experiments_);
    if (!options_.all_profiles) return (*this)(one, keys);
    for (const auto& [name, profile] : study.profiles) {
      one.profile = name;
      (*this)(one, keys);
    }
  }

 private:
  const CleanOptions& options_;
  const study::ExperimentTable& experiments_;
  References& references_;
};

void add_run(const run::NotedRun& noted, const AddKeys& add_keys, References& references) {
  References::Run& run = references.runs.emplace_back();
  run.text = noted.text();
  for (const fs::path& note : noted.notes) run.notes += (run.notes.empty() ? "" : " ") + note.string();
  try {
    if (!noted.foreign.empty()) throw DataError(noted.foreign);
    add_keys(study::selection_of(noted.spec, {}), run.keys);
  } catch (const std::exception& error) {
    const std::string config = noted.spec.config.stem().string();
    references.unknown.insert(config);
    std::cerr << fmt::format(
        "{}: was run here, but which cells it has is not known ({}): all records of {} stay; to give them "
        "up, remove {}\n",
        run.text, error.what(), config, run.notes);
  }
}

}  // namespace

References find_references(const CleanOptions& options, const study::ExperimentTable& experiments) {
  const run::Manifest manifest = run::read_manifest(options.study.out);
  if (!manifest.unknown.empty()) throw DataError(manifest.unknown.front());
  References references;
  references.keys = results::keys_of_sweeps(options.study.out);
  const AddKeys add_keys(options, experiments, references);
  // The notes say what was run; where they do not say it of all records, any config of configs/ may have been.
  std::vector<fs::path> configs = options.study.configs;
  if (configs.empty() && (manifest.is_empty() || options.older)) configs = run::selected_configs({});
  for (const fs::path& config : configs) {
    study::SelectionOptions one = options.study;
    one.configs = {config};
    add_keys.of_profiles(one, references.keys);
  }
  for (const run::NotedRun& noted : manifest.runs) {
    if (options.all_profiles || noted.spec.profile == options.study.profile)
      add_run(noted, add_keys, references);
  }
  return references;
}

}  // namespace preimage::suite::cli
