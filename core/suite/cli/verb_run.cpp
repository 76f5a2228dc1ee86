#include <iostream>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/run_cells.hpp"
#include "suite/cli/run_summary.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/cli/write_tables.hpp"
#include "suite/render/sweep_text.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/run_warnings.hpp"
#include "suite/results/sweep_folder.hpp"
#include "suite/run/plans.hpp"
#include "suite/study/grid_points.hpp"

namespace preimage::suite::cli {

int verb_run(const study::StudyOptions& options, const study::ExperimentTable& experiments,
             TablesShown shown) {
  const data::DataSource data = run::make_data_source(options.selected);
  const study::Plan plan = run::plan_configs(options.selected, experiments, data);
  run::report_skipped(plan);
  for (const study::Study& study : plan.studies())
    results::require_own_name(plan, study, options.selected);  // before hours of work
  PlannedRun planned(options, plan, data);
  run::note_runs(plan, options.selected, data);
  if (const ExitCode ended = planned.run(); ended != kOk) return ended;
  const results::ResultSet results =
      print_tables(plan, planned.store, options.selected, data, records::OptionalWriting(false),
                   {shown == TablesShown::all, options.run.predictions});
  print_warnings(results.grid_warnings);
  if (shown != TablesShown::all) print_warnings(results.run_warnings);  // else they are in the tables
  const std::size_t failed = planned.report(results.incomplete() == 0);
  print_last(results, options.selected, shown, {planned.cells.size(), failed, options.run.quiet});
  return failed + results.not_finite() > 0 ? kCellsFailed : kOk;
}

int verb_sweep(const study::StudyOptions& options, const study::ExperimentTable& experiments) {
  const data::DataSource data = run::make_data_source(options.selected);
  const study::Plan sweep = run::plan_configs(options.selected, experiments, data);
  run::report_skipped(sweep);
  if (sweep.readings.empty()) return kOk;
  const std::string name =
      results::sweep_name(options, sweep.studies().front());  // refused before hours of work
  if (results::replaces_another(options, sweep.studies().front()))
    std::cerr << fmt::format("sweep {}: replaces one over other values; with --name both are kept\n", name);
  for (const std::string& learner : study::learners_left_out(sweep.studies().front()))
    std::cerr << "left out: learner " << learner << ", for which the sweep changes nothing\n";
  PlannedRun planned(options, sweep, data);
  // Before, too: an interrupted sweep's cells are its own.
  results::write_sweep(sweep, options, planned.store, render::sweep_forms);
  if (const ExitCode ended = planned.run(); ended != kOk) return ended;
  print_sweep(results::write_sweep(sweep, options, planned.store, render::sweep_forms), options.run.quiet);
  print_warnings(results::sweep_warnings(sweep, planned.store, data));
  return planned.report(false) > 0 ? kCellsFailed : kOk;
}

}  // namespace preimage::suite::cli
