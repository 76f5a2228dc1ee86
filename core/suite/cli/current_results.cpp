#include "suite/cli/current_results.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/check/chosen_tables.hpp"
#include "suite/results/provenance.hpp"
#include "suite/run/folder_runs.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// A config, and what it says now. Never copied: cells point into the selection's studies.
struct Current {
  fs::path config;
  run::Selection selection;
};

/// Of configs that were not named, those are left out whose data are not here: their tables alone are looked at.
Current current(const fs::path& config, const check::CheckOptions& options) {
  study::SelectionOptions one;
  one.configs = {config};
  one.profile = options.profile;
  one.out = options.latest;
  one.skip_missing = options.configs.empty();
  one = run::with_noted_data(std::move(one));
  return {config, run::select(one, options.experiments, run::make_data_source(one))};
}

/// " my.yaml --profile paper --out out": what `run` and `table` are told to be about the same.
std::string words_of_run(const Current& current, const check::CheckOptions& options) {
  return " " + study::shell_quoted(current.config.string()) + check::profile_words(options) + " --out " +
         study::shell_quoted(options.latest.string());
}

/// What `run` is told beside that.
std::string permission(const Current& current) {
  const auto& studies = current.selection.studies;
  return !studies.empty() && studies.front().readings.front().experiment.outside ? " --allow-commands" : "";
}

results::Versions versions_behind(const std::string& learner, const std::vector<study::Cell>& cells) {
  for (const study::Cell& cell : cells) {
    if (*cell.learner == learner) return results::versions_of(cell.parameters());
  }
  return {};
}

struct CellCounts {
  std::size_t all = 0, missing = 0, failed = 0;
};

CellCounts count_cells(const run::Selection& selection, records::RecordStore& store) {
  CellCounts counts;
  for (const study::Cell* cell : selection.distinct_cells()) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    ++counts.all;
    counts.missing += record ? 0 : 1;
    counts.failed += record && record->status != "ok" ? 1 : 0;
  }
  return counts;
}

void require_cells(const Current& current, records::RecordStore& store, const check::CheckOptions& options,
                   bool failed_too) {
  const CellCounts counts = count_cells(current.selection, store);
  const std::string run =
      fmt::format("`preimage run{}{}`", words_of_run(current, options), permission(current));
  if (counts.missing > 0)
    throw DataError(fmt::format(
        "{}: of {} cells of {} as it is now {} are missing and {} failed; {} computes them",
        options.latest.string(), counts.all, current.config.string(), counts.missing, counts.failed, run));
  if (counts.failed > 0 && failed_too)
    throw DataError(fmt::format("{}: of {} cells of {} {} failed; {} says why", options.latest.string(),
                                counts.all, current.config.string(), counts.failed, run));
}

/// The plain table of the config must say that it was made of these very cells.
void require_table_of(const Current& current, const check::CheckOptions& options) {
  for (const run::SelectedReading& selected : current.selection.readings) {
    const study::Study& study = *selected.study;
    const fs::path table = options.latest / options.profile / study.experiment / (study.config + ".csv");
    const auto made_of = results::read_provenance(results::provenance_path(table));
    const std::shared_ptr<const study::Reading> reading = selected.reading.get();
    for (const registry::ParsedLearner& learner : reading->learners) {
      const auto found = made_of.find({results::table_name(study), reading->label(), learner.name});
      if (found != made_of.end() &&
          found->second.inputs == results::inputs_of(learner.name, selected.cells) &&
          found->second.versions == versions_behind(learner.name, selected.cells))
        continue;
      throw DataError(fmt::format(
          "{}: this table is of another state of {} or of its data; `preimage table{}` makes it anew",
          table.string(), study.config, words_of_run(current, options)));
    }
  }
}

}  // namespace

void require_current_results(const check::CheckOptions& options, bool failed_too) {
  if (!fs::is_directory(records::ResultsFolder(options.latest).cells())) return;
  records::RecordStore store(records::ResultsFolder(options.latest).cells());
  for (const fs::path& config : options.configs.empty()
                                    ? run::plainly_run_configs(options.latest, options.profile)
                                    : options.configs) {
    const Current one = current(config, options);
    require_cells(one, store, options, failed_too);
    require_table_of(one, options);
  }
}

}  // namespace preimage::suite::cli
