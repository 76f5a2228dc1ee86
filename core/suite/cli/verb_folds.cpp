#include <fmt/format.h>

#include "preimage/base/output_file.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/inner_folds.hpp"
#include "suite/run/plans.hpp"
#include "suite/study/draws.hpp"

namespace preimage::suite::cli {

namespace {

/// A line per sample of a split.
/// fold  "0,4,": the repetition, the outer and the inner fold
std::string lines_of_split(const std::string& fold, const samples::Split& split, const study::Task& task) {
  std::string lines;
  for (const arma::uword sample : split.train) lines += fmt::format("{},train,{}\n", fold, task.row(sample));
  for (const arma::uword sample : split.test) lines += fmt::format("{},test,{}\n", fold, task.row(sample));
  return lines;
}

void write_folds(const study::PlannedReading& planned, const data::DataSource& data,
                 const base::ByteSink& sink) {
  sink(kFoldsHeader);
  const int repetitions = planned.has_chance() ? planned.repetitions : 1;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const auto task = study::draw_task(*planned.study, *planned.reading, repetition, data);
    if (repetition == 0 && !task->dropped.empty())
      fmt::print(stderr, "folds: left out (missing_targets: drop): {}; `row` counts them, too\n",
                 task->dropped);
    const auto outer = study::outer_splits(*planned.study, *planned.reading, repetition, *task);
    for (std::size_t fold = 0; fold < outer.size(); ++fold) {
      sink(lines_of_split(fmt::format("{},{},", repetition, fold), outer[fold], *task));
      const study::Cell cell = study::CellSeries(planned, 0).cell(static_cast<std::size_t>(repetition), fold);
      const auto inner = run::inner_splits(cell, *task, outer[fold].train);
      for (std::size_t i = 0; i < inner.size(); ++i)
        sink(lines_of_split(fmt::format("{},{},{}", repetition, fold, i), inner[i], *task));
    }
  }
}

}  // namespace

int verb_folds(const study::SelectionOptions& study, const std::filesystem::path& out,
               const study::ExperimentTable& experiments) {
  const data::DataSource data = run::make_data_source(study);
  const study::PlannedReading planned = run::count_one(study, experiments, data, "folds");
  if (planned.reading->experiment.outside)
    throw ConfigError(fmt::format("{}: its programs draw their own folds", planned.study->config));
  base::write_output_file(out, [&](const base::ByteSink& sink) { write_folds(planned, data, sink); });
  return kOk;
}

}  // namespace preimage::suite::cli
