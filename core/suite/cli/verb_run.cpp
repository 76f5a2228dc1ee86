#include <iostream>

#include <fmt/format.h>

#include "suite/cli/run_cells.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/run/run_notes.hpp"
#include "suite/tables/grid_warnings.hpp"
#include "suite/tables/result_files.hpp"
#include "suite/tables/run_warnings.hpp"
#include "suite/tables/write_tables.hpp"

namespace preimage::suite::cli {

namespace {

/// Where tables lie, and what makes a page of them.
std::string places_text(const study::SelectionOptions& options) {
  const bool is_default = options.out == data::program_folders().results;
  return fmt::format("tables and figures: {}\nas one page: preimage report{}\n",
                     options.results().profile(options.profile).string(),
                     is_default ? "" : " --out " + study::shell_quoted(options.out.string()));
}

void print_warnings(const run::Selection& selection, records::RecordStore& store,
                    const data::DataSource& data) {
  std::vector<std::string> warnings = tables::grid_warnings(selection, store);
  for (std::string& warning : tables::run_warnings(selection, store, data, false))
    warnings.push_back(std::move(warning));
  for (const std::string& warning : warnings) std::cerr << "warning: " << warning << "\n";
}

/// The last lines. Asked for, they are the result; behind tables they are talk.
void print_summary(const RunSummary& summary, const run::Selection& selection,
                   const study::StudyOptions& options, TablesShown shown, const std::string& cells) {
  if (shown == TablesShown::summary)
    std::cout << summary.scores() << summary.without_verdict(selection, options.selected) << cells
              << std::flush;
  if (options.run.quiet) return;
  if (shown == TablesShown::all) std::cerr << summary.scores();
  std::cerr << places_text(options.selected);
}

}  // namespace

int verb_run(const study::StudyOptions& options, TablesShown shown) {
  const data::DataSource data = run::make_data_source(options.selected);
  const run::Selection selection = run::select(options.selected, data);
  run::report_skipped(selection);
  for (const study::Study& study : selection.studies)
    tables::require_own_name(study, options.selected.out);  // before hours of work
  RunSummary summary;
  tables::TablePrinting printing{shown == TablesShown::all, options.run.predictions, nullptr};
  printing.visit = [&](const run::SelectedReading& selected, const tables::ReadingRecords&,
                       const tables::ResultTable& table) { summary.add(selected, table); };
  AroundCells around;
  around.before = [&](records::RecordStore&) { run::note_runs(selection, options.selected, data); };
  around.after = [&](records::RecordStore& store) {
    const tables::PrintedTables printed = tables::print_tables(selection, store, options.selected, data,
                                                               records::OptionalWriting(false), printing);
    print_warnings(selection, store, data);
    return printed.not_finite;
  };
  around.last = [&](std::size_t cells, std::size_t failed) {
    print_summary(summary, selection, options, shown, fmt::format("{} cells, {} failed\n", cells, failed));
  };
  return run_and_report(options, selection, data, around);
}

}  // namespace preimage::suite::cli
