#include "suite/cli/current_results.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/check/chosen_tables.hpp"
#include "suite/run/folder_runs.hpp"
#include "suite/run/selection.hpp"
#include "suite/tables/provenance.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// What the configs say now.
run::Selection selection_of(const fs::path& config, const check::CheckOptions& options) {
  study::SelectionOptions one;
  one.experiments = options.experiments;
  one.configs = {config};
  one.profile = options.profile;
  one.out = options.latest;
  one = run::with_noted_data(std::move(one));
  return run::select(one, run::make_data_source(one));
}

tables::Versions versions_behind(const std::string& learner, const std::vector<study::Cell>& cells) {
  for (const study::Cell& cell : cells) {
    if (*cell.learner == learner) return tables::versions_of(cell.parameters());
  }
  return {};
}

struct CellCounts {
  std::size_t all = 0, missing = 0, failed = 0;
};

void count_cells(const run::Selection& selection, records::RecordStore& store, CellCounts& counts) {
  for (const study::Cell* cell : selection.distinct_cells()) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    ++counts.all;
    counts.missing += record ? 0 : 1;
    counts.failed += record && record->status != "ok" ? 1 : 0;
  }
}

/// The plain table of the config must say that it was made of these very cells.
void require_table_of(const run::Selection& selection, const check::CheckOptions& options) {
  for (const run::SelectedReading& selected : selection.readings) {
    const study::Study& study = *selected.study;
    const fs::path table = options.latest / options.profile / study.experiment / (study.config + ".csv");
    const auto made_of = tables::read_provenance(tables::provenance_path(table));
    const std::shared_ptr<const study::Reading> reading = selected.reading.get();
    for (const registry::ParsedLearner& learner : reading->learners) {
      const auto found = made_of.find({tables::table_name(study), reading->label(), learner.name});
      if (found != made_of.end() && found->second.inputs == tables::inputs_of(learner.name, selected.cells) &&
          found->second.versions == versions_behind(learner.name, selected.cells))
        continue;
      throw DataError(fmt::format(
          "{}: this table is of another state of {} or of its data; `preimage table{}` makes it anew",
          table.string(), study.config, words_of_run(options)));
    }
  }
}

}  // namespace

std::string words_of_run(const check::CheckOptions& options) {
  std::string words;
  for (const fs::path& config : options.configs) words += " " + study::shell_quoted(config.string());
  return words + check::profile_words(options) + " --out " + study::shell_quoted(options.latest.string());
}

void require_current_results(const check::CheckOptions& options, bool failed_too) {
  if (!fs::is_directory(records::ResultsFolder(options.latest).cells())) return;
  records::RecordStore store(records::ResultsFolder(options.latest).cells());
  CellCounts counts;
  std::vector<run::Selection> selections;
  for (const fs::path& config : options.configs) {
    selections.push_back(selection_of(config, options));
    count_cells(selections.back(), store, counts);
  }
  if (counts.missing > 0 || (counts.failed > 0 && failed_too))
    throw DataError(fmt::format(
        "{}: of {} cells of the configs as they are now {} are missing and {} failed; `preimage "
        "run{}` computes them",
        options.latest.string(), counts.all, counts.missing, counts.failed, words_of_run(options)));
  for (const run::Selection& selection : selections) require_table_of(selection, options);
}

}  // namespace preimage::suite::cli
