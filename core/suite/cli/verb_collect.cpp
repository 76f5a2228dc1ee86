#include <algorithm>
#include <iostream>
#include <set>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/named_points.hpp"
#include "suite/cli/print_sweep.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/cluster/job_folder.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/sweep/write_sweep.hpp"
#include "suite/tables/write_tables.hpp"
#include "suite/workers/own_executable.hpp"

namespace preimage::suite::cli {

namespace {

/// The one study that the jobs are of. throws  ConfigError where they are of several
study::StudyOptions study_of(std::vector<cluster::StoredJob> jobs) {
  const auto study_text = [](const cluster::StoredJob& stored) {
    study::StudyOptions study = stored.job.study;
    study.run.force = false;  // how it was computed, not what
    std::string text;
    for (const std::string& word : study::study_arguments(study)) text += word + '\0';
    return text;
  };
  std::set<std::string> studies;
  std::string ids;
  for (const cluster::StoredJob& stored : jobs) {
    if (studies.insert(study_text(stored)).second) ids += (ids.empty() ? "" : ", ") + stored.id;
  }
  if (studies.size() > 1)
    throw ConfigError("JOB: the jobs here are of several studies, expected the name of one: " + ids);
  return jobs.front().job.study;
}

/// Jobs whose cells the selection does not have, on standard error.
void report_outdated(const std::vector<cluster::StoredJob>& jobs, const run::Selection& selection) {
  std::set<records::CellKey> planned;
  for (const study::Cell* cell : selection.distinct_cells()) planned.insert(cell->key);
  for (const cluster::StoredJob& stored : jobs) {
    const auto other = std::count_if(stored.keys.begin(), stored.keys.end(),
                                     [&](const records::CellKey& key) { return !planned.contains(key); });
    if (other == 0) continue;
    std::cerr << fmt::format(
        "{}: {} of its {} cells were planned by another config or program: they are not in "
        "these tables\n",
        stored.folder.string(), other, stored.keys.size());
  }
}

/// The points with cells that have no result on standard error, the first ones by name; how many cells.
std::size_t report_open(const std::vector<const study::Cell*>& cells, records::RecordStore& store) {
  const std::vector<NamedPoint> points = open_points(cells, store);
  std::cerr << lines_of(points);
  std::size_t open = 0;
  for (const NamedPoint& point : points) open += point.cells;
  return open;
}

/// selection  of the job: whether a program of the user's is to be allowed again
std::string submit_command(const cluster::StoredJob& stored, const run::Selection& selection) {
  std::string command = study::shell_quoted(workers::own_executable());
  for (const std::string& word : cluster::submit_arguments(stored.job))
    command += " " + study::shell_quoted(word);
  const bool is_outside = std::any_of(
      selection.studies.begin(), selection.studies.end(),
      [](const study::Study& study) { return study.readings.front().experiment.outside.has_value(); });
  return command + (is_outside ? " --allow-commands" : "");
}

}  // namespace

int verb_collect(const std::filesystem::path& out, const std::string& job,
                 const study::ExperimentTable& experiments) {
  const auto [jobs, damaged] = cluster::find_jobs(out, job);
  for (const std::string& message : damaged) std::cerr << "left out: " << message << "\n";
  study::StudyOptions study = study_of(jobs);
  study.selected.experiments = experiments;
  const data::DataSource data = run::make_data_source(study.selected);
  const run::Selection selection = run::select(study.selected, data);
  run::report_skipped(selection);
  report_outdated(jobs, selection);
  records::RecordStore store(study.selected.results().cells());
  const std::vector<const study::Cell*> cells = run::chosen_cells(selection, study);
  const std::size_t open = report_open(cells, store);
  if (open > 0) {
    std::cerr << fmt::format("{} of {} cells have no result; this submits the rest:\n  {}\n", open,
                             cells.size(), submit_command(jobs.front(), selection));
    return kCellsFailed;
  }
  if (study.selected.sweep.is_on()) {
    print_sweep(sweep::write_sweep(selection, study, store), false);
    return kOk;
  }
  const tables::PrintedTables printed =
      tables::print_tables(selection, store, study.selected, data, records::OptionalWriting(true));
  for (const std::string& warning : store.warnings()) std::cerr << warning << "\n";
  return printed.not_finite > 0 ? kCellsFailed : kOk;
}

}  // namespace preimage::suite::cli
