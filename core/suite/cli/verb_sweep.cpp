#include <iostream>

#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/study/points.hpp"
#include "suite/sweep/sweep_folder.hpp"
#include "suite/sweep/sweep_text.hpp"

namespace preimage::experiments {

namespace {

SweepHead head_of(const Selection& sweep, const StudyOptions& options) {
  const SelectedReading& first = sweep.readings.front();
  return {first.study,
          options.sweep,
          first.reading->label(),
          options.stand_in && first.reading->experiment.has_stand_in,
          sweep.readings.size(),
          first.repetitions,
          first.reading->repeats_splits()};
}

void write_sweep(const Selection& sweep, const StudyOptions& options, records::RecordStore& store) {
  const SweepHead head = head_of(sweep, options);
  const std::vector<SweepLearner> learners = collect_sweep(sweep, options.sweep, store);
  const std::filesystem::path folder = options.out / kSweeps / sweep_name(options, *head.study);
  const std::string text = sweep_text(head, learners);
  base::write_file_durably(folder / "points.csv", points_csv(head, learners));
  base::write_file_durably(folder / "best.csv", best_csv(head, learners));
  base::write_file_durably(folder / "axes.csv", axes_csv(options.sweep));
  base::write_file_durably(folder / "summary.txt", text);
  std::cout << text;
  for (const std::string& warning : edge_warnings(head, learners))
    std::cerr << "warning: " << warning << "\n";
  std::cerr << "points, best and axes: " << folder.string() << "\n";
}

}  // namespace

int verb_sweep(const StudyOptions& options) {
  const DataSource data = make_data_source(options);
  const Selection sweep = select(options, data);
  report_skipped(sweep);
  if (sweep.readings.empty()) return kOk;
  sweep_name(options, sweep.studies.front());  // refused before hours of work, not after
  for (const std::string& learner : learners_left_out(sweep.studies.front()))
    std::cerr << "left out: learner " << learner << ", for which the sweep changes nothing\n";
  return run_and_report(options, sweep, [&](records::RecordStore& store) {
    write_sweep(sweep, options, store);
    return std::size_t{0};
  });
}

}  // namespace preimage::experiments
