#include <iostream>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/print_sweep.hpp"
#include "suite/cli/run_cells.hpp"
#include "suite/cli/seen_from.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/results/run_warnings.hpp"
#include "suite/study/grid_points.hpp"
#include "suite/sweep/sweep_folder.hpp"
#include "suite/sweep/write_sweep.hpp"

namespace preimage::suite::cli {

int verb_sweep(const study::StudyOptions& options, const study::ExperimentTable& experiments) {
  const data::DataSource data = run::make_data_source(options.selected);
  const run::Selection sweep = run::select(options.selected, experiments, data);
  run::report_skipped(sweep);
  if (sweep.readings.empty()) return kOk;
  const std::string name = sweep::sweep_name(options, sweep.studies.front());  // refused before hours of work
  if (sweep::replaces_another(options, sweep.studies.front()))
    std::cerr << fmt::format("sweep {}: replaces one over other values; with --name both are kept\n", name);
  for (const std::string& learner : study::learners_left_out(sweep.studies.front()))
    std::cerr << "left out: learner " << learner << ", for which the sweep changes nothing\n";
  const auto write = [&](records::RecordStore& store) {
    return sweep::write_sweep(sweep, options,
                              store);  // before, too: an interrupted sweep's cells are its own
  };
  const auto print = [&](records::RecordStore& store) {
    print_sweep(write(store), options.run.quiet);
    results::RunWarnings warnings(false, true);
    for (const run::SelectedReading& point : sweep.readings)
      warnings.add(point, results::ReadingRecords(point, store), data);
    print_seen_warnings(warnings.take());
    return CellsSeen{};
  };
  return run_and_report(options, sweep, data, {write, print});
}

}  // namespace preimage::suite::cli
