#include <algorithm>
#include <iostream>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/cluster/job_folder.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/tables/report.hpp"
#include "suite/workers/own_executable.hpp"

namespace preimage::experiments {

namespace {

constexpr std::size_t kMostShown = 10;

/// The one study that the jobs are of. throws  ConfigError where they are of several
StudyOptions study_of(std::vector<StoredJob> jobs) {
  const auto study_text = [](const StoredJob& stored) {
    StudyOptions study = stored.job.study;
    study.force = false;  // how it was computed, not what
    std::string text;
    for (const std::string& word : study_arguments(study)) text += word + '\0';
    return text;
  };
  std::set<std::string> studies;
  std::string ids;
  for (const StoredJob& stored : jobs) {
    if (studies.insert(study_text(stored)).second) ids += (ids.empty() ? "" : ", ") + stored.id;
  }
  if (studies.size() > 1)
    throw ConfigError("JOB: the jobs here are of several studies, expected the name of one: " + ids);
  return jobs.front().job.study;
}

/// Jobs whose cells the selection does not have, on standard error.
void report_outdated(const std::vector<StoredJob>& jobs, const Selection& selection) {
  std::set<std::string> planned;
  for (const Cell* cell : selection.distinct_cells()) planned.insert(cell->key);
  for (const StoredJob& stored : jobs) {
    const auto other = std::count_if(stored.keys.begin(), stored.keys.end(),
                                     [&](const std::string& key) { return !planned.contains(key); });
    if (other == 0) continue;
    std::cerr << fmt::format(
        "{}: {} of its {} cells were planned by another config or program: they are not in "
        "these tables\n",
        stored.folder.string(), other, stored.keys.size());
  }
}

std::string cell_line(const Cell& cell, const std::optional<records::ResultRecord>& record) {
  return fmt::format("{} {} {} repetition {} fold {}: {}", cell.study->config, cell.reading->name,
                     cell.learner->name, cell.repetition, cell.outer_fold,
                     record ? record->reason : "not run");
}

/// The cells without a result on standard error, the first ones by name; how many there are.
std::size_t report_open(const std::vector<const Cell*>& cells, records::RecordStore& store) {
  std::size_t open = 0;
  for (const Cell* cell : cells) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    if (record && record->status == "ok") continue;
    if (++open <= kMostShown) std::cerr << cell_line(*cell, record) << "\n";
  }
  if (open > kMostShown) std::cerr << fmt::format("and {} more\n", open - kMostShown);
  return open;
}

std::string submit_command(const StoredJob& stored) {
  std::string command = shell_quoted(workers::own_executable());
  for (const std::string& word : submit_arguments(stored.job)) command += " " + shell_quoted(word);
  return command;
}

}  // namespace

int verb_collect(const std::filesystem::path& out, const std::string& job,
                 const ExperimentTable& experiments) {
  const std::vector<StoredJob> jobs = find_jobs(out, job);
  StudyOptions study = study_of(jobs);
  study.experiments = experiments;
  const DataSource data = make_data_source(study);
  const Selection selection = select(study, data);
  report_skipped(selection);
  report_outdated(jobs, selection);
  records::RecordStore store(study.out / "cells");
  const std::vector<const Cell*> cells = chosen_cells(selection, study);
  const std::size_t open = report_open(cells, store);
  if (open > 0) {
    std::cerr << fmt::format("{} of {} cells have no result; this submits the rest:\n  {}\n", open,
                             cells.size(), submit_command(jobs.front()));
    return kCellsFailed;
  }
  const PrintedReports printed = print_reports(selection, store, study, data);
  for (const std::string& warning : store.warnings()) std::cerr << warning << "\n";
  return printed.not_finite > 0 ? kCellsFailed : kOk;
}

}  // namespace preimage::experiments
