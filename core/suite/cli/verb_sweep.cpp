#include <iostream>

#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/study/points.hpp"
#include "suite/sweep/sweep_folder.hpp"
#include "suite/sweep/sweep_text.hpp"

namespace preimage::suite::cli {

namespace {

sweep::SweepHead head_of(const run::Selection& sweep, const study::StudyOptions& options) {
  const run::SelectedReading& first = sweep.readings.front();
  return {first.study,
          options.selected.sweep,
          first.reading->label(),
          options.selected.stand_in && first.reading->experiment.has_stand_in,
          sweep.readings.size(),
          first.repetitions,
          first.reading->repeats_splits()};
}

void write_sweep(const run::Selection& sweep, const study::StudyOptions& options,
                 records::RecordStore& store) {
  const sweep::SweepHead head = head_of(sweep, options);
  const std::vector<sweep::SweepLearner> learners =
      sweep::collect_sweep(sweep, options.selected.sweep, store);
  const std::filesystem::path folder =
      options.selected.results().sweeps() / sweep::sweep_name(options, *head.study);
  const std::string text = sweep::sweep_text(head, learners);
  base::write_file_durably(folder / "points.csv", sweep::points_csv(head, learners));
  base::write_file_durably(folder / "best.csv", sweep::best_csv(head, learners));
  base::write_file_durably(folder / "axes.csv", sweep::axes_csv(options.selected.sweep));
  base::write_file_durably(folder / "summary.txt", text);
  std::cout << text;
  for (const std::string& warning : sweep::edge_warnings(head, learners))
    std::cerr << "warning: " << warning << "\n";
  if (!options.run.quiet) std::cerr << "points, best and axes: " << folder.string() << "\n";
}

}  // namespace

int verb_sweep(const study::StudyOptions& options) {
  const data::DataSource data = run::make_data_source(options.selected);
  const run::Selection sweep = run::select(options.selected, data);
  run::report_skipped(sweep);
  if (sweep.readings.empty()) return kOk;
  sweep::sweep_name(options, sweep.studies.front());  // refused before hours of work, not after
  for (const std::string& learner : study::learners_left_out(sweep.studies.front()))
    std::cerr << "left out: learner " << learner << ", for which the sweep changes nothing\n";
  return run_and_report(options, sweep, data, [&](records::RecordStore& store) {
    write_sweep(sweep, options, store);
    return std::size_t{0};
  });
}

}  // namespace preimage::suite::cli
