#include <chrono>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/render/sweep_text.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/plans.hpp"
#include "suite/run/work_cells.hpp"

namespace preimage::suite::cli {

namespace {

/// What the records will be of, where no run has started this worker.
void note_work(const study::Plan& plan, const study::StudyOptions& options, const data::DataSource& data,
               records::RecordStore& store) {
  if (!options.selected.sweep.is_on()) return run::note_runs(plan, options.selected, data);
  if (!plan.readings.empty() && !results::is_written(plan, options))
    results::write_sweep(plan, options, store, render::sweep_forms);
}

}  // namespace

int verb_work(const study::StudyOptions& options, const study::ExperimentTable& experiments) {
  run::keep_freed_memory();
  const data::DataSource data = run::make_data_source(options.selected);
  const study::Plan plan = run::plan_configs(options.selected, experiments, data);
  records::RecordStore store(options.selected.results().cells());
  const char* run_variable = std::getenv(run::kRunVariable);
  const bool has_run = run_variable != nullptr;
  if (!has_run) run::report_skipped(plan);  // the run itself has done so
  std::optional<records::FileLock> in_use = records::share_records(options.selected.results());
  if (!has_run) note_work(plan, options, data, store);
  if (!in_use) in_use = records::share_records(options.selected.results());
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  run::OpenCells open(store, options.run.force,
                      has_run ? run_variable : fmt::format("work-{}-{}", now, ::getpid()));
  const std::size_t failed =
      run::work_on(run::chosen_cells(plan, options), options, data, store, open, has_run);
  return failed > 0 ? kCellsFailed : kOk;
}

}  // namespace preimage::suite::cli
