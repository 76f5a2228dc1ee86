#include "suite/cli/run_cells.hpp"
#include "suite/cli/seen_from.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/write_tables.hpp"
#include "suite/run/run_notes.hpp"

namespace preimage::suite::cli {

int verb_run(const study::StudyOptions& options, const study::ExperimentTable& experiments,
             TablesShown shown) {
  const data::DataSource data = run::make_data_source(options.selected);
  const run::Selection selection = run::select(options.selected, experiments, data);
  run::report_skipped(selection);
  for (const study::Study& study : selection.studies)
    results::require_own_name(selection, study, options.selected);  // before hours of work
  results::ResultSet results;
  AroundCells around;
  around.before = [&](records::RecordStore&) { run::note_runs(selection, options.selected, data); };
  around.after = [&](records::RecordStore& store) {
    results::TablePrinting printing{
        to_standard_output(shown == TablesShown::all), options.run.predictions, {}};
    printing.parts.warnings = true;
    results = results::print_tables(selection, store, options.selected, data, records::OptionalWriting(false),
                                    printing);
    print_seen_warnings(results.grid_warnings);
    print_seen_warnings(results.run_warnings);
    return CellsSeen{results.incomplete() == 0, results.not_finite()};
  };
  around.last = [&](std::size_t cells, std::size_t failed) {
    print_last(results, options.selected, shown, {cells, failed, options.run.quiet});
  };
  return run_and_report(options, selection, data, around);
}

}  // namespace preimage::suite::cli
