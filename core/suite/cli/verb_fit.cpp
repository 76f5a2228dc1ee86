#include <iostream>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/model/fit_model.hpp"
#include "suite/model/saved_model.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/results/run_warnings.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/plans.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

void print_judged(const model::FitResult& result) {
  for (std::size_t l = 0; l < result.judged.size(); ++l) {
    const model::JudgedLearner& judged = result.judged[l];
    std::cout << fmt::format("{} {}: {}", l == result.taken ? "*" : " ", judged.name,
                             model::text_of(judged.chosen));
    if (judged.inner_loss)
      std::cout << fmt::format(" ({} on inner folds: {:.6g})", result.criterion, *judged.inner_loss);
    std::cout << "\n";
  }
}

/// What nested cross-validation says of the learner, where the results folder holds it all: outer folds saw
/// nothing of the choice.
struct NestedResult {
  std::optional<records::Estimate> ours;
  std::size_t folds = 0;  // outer ones
  std::optional<std::string> warning;
};

NestedResult nested_result(const study::SelectionOptions& options, study::PlannedReading planned,
                           const data::DataSource& data, const std::string& learner,
                           const std::string& criterion) {
  planned.cells = study::list_cells(planned);
  records::RecordStore store(options.results().cells());
  std::vector<std::string> newer;
  const results::ReadingRecords found(planned, store, &newer);
  const results::FoldLosses losses = found.losses(criterion, learner);
  return {results::summarise(losses, records::SpreadKind::standard_error,
                             planned.repeats_of(learner) != study::Repeats::draws),
          losses.empty() ? 0 : losses.front().size(),
          results::learner_warning(planned, found, data, learner)};
}

/// " +- 0.016 (plain SE over folds, not the table's corrected one; 2 repetitions": one fold has no spread of its
/// own.
std::string spread_text(const NestedResult& nested) {
  const std::string repetitions =
      fmt::format("{} repetition{}", nested.ours->repetitions, nested.ours->repetitions == 1 ? "" : "s");
  if (nested.folds > 1)
    return fmt::format(" +- {:.2g} (plain SE over folds, not the table's corrected one; {}",
                       nested.ours->fold_spread, repetitions);
  if (nested.ours->draws() > 1) return fmt::format(" +- {:.2g} (SD over {}", nested.ours->sd, repetitions);
  return " (one split: no spread; " + repetitions;
}

/// `preimage run my.yaml --out results`: what would compute the estimate.
std::string run_command(const study::SelectionOptions& options) {
  study::StudyOptions run, usual;
  run.selected.configs = options.configs;
  run.selected.out = options.out;
  usual.selected.out = run::default_results();
  return study::command_text({"preimage", "run"}, study::typed_arguments(run, usual));
}

void print_estimate(const study::SelectionOptions& options, const study::PlannedReading& planned,
                    const data::DataSource& data, const model::FitResult& result) {
  const model::JudgedLearner& taken = result.judged[result.taken];
  const NestedResult nested = nested_result(options, planned, data, taken.name, result.criterion);
  if (nested.ours) {
    std::cout << fmt::format("nested cross-validation says: {} {:.6g}{}, in {})\n", result.criterion,
                             nested.ours->mean, spread_text(nested), options.out.string());
    if (result.judged.size() > 1)
      std::cout << fmt::format(
          "(of {} alone: that it was chosen among {} learners makes this slightly too good)\n", taken.name,
          result.judged.size());
    if (nested.warning) print_warnings({*nested.warning});
    return;
  }
  const bool is_there = fs::is_directory(options.out);
  std::cout << fmt::format(
      "no estimate of what to expect: {} (--results DIR names another folder); `{}` computes it\n",
      is_there ? fmt::format("{} holds no nested cross-validation of {}", options.out.string(), taken.name)
               : fmt::format("there is no folder {}", options.out.string()),
      run_command(options));
  if (!taken.inner_loss) return;
  std::cout << "(the inner loss is of what was chosen by it, so it is too low)\n";
  if (result.constant && *taken.inner_loss >= result.constant->loss)
    print_warnings({fmt::format(
        "on the inner folds {} is no better than always the same answer: its {} is {:.4g}, that of "
        "{} {:.4g}",
        taken.name, result.criterion, *taken.inner_loss, result.constant->is, result.constant->loss)});
}

/// Of the learner that is fitted: chosen numbers that are ends of their lists.
std::vector<std::string> grid_remarks(const study::PlannedReading& planned, const model::FitResult& result) {
  const model::JudgedLearner& taken = result.judged[result.taken];
  if (!taken.inner_loss || *taken.inner_loss == 0.0) return {};  // of equals the first was chosen
  return results::grid_warnings(*planned.reading, taken.name, taken.chosen);
}

}  // namespace

int verb_fit(const study::SelectionOptions& study, const FitOptions& options,
             const study::ExperimentTable& experiments) {
  if (fs::exists(study.out) && !fs::is_directory(study.out))
    throw ConfigError(fmt::format("--results {}: is no folder", study.out.string()));
  run::keep_freed_memory();
  const data::DataSource data = run::make_data_source(study);
  const study::PlannedReading planned = run::count_one(study, experiments, data, "fit");
  const model::FitResult result = model::fit_model(planned, options.request, data);
  models::write_model_file(options.model, result.file);
  print_judged(result);
  std::cout << fmt::format("fitted to {} ({})\n", result.file.fact("fitted_to"), result.samples);
  for (const std::string& note : result.notes)
    print_warnings({result.judged[result.taken].name + ": " + note});
  if (planned.reading->experiment.warnings)
    print_warnings(planned.reading->experiment.warnings(*planned.study, *planned.reading));
  print_warnings(grid_remarks(planned, result));
  print_estimate(study, planned, data, result);
  std::cerr << fmt::format("model: {}\n", options.model.string());
  return kOk;
}

int verb_show(const std::filesystem::path& model, const study::ExperimentTable& experiments) {
  const model::SavedModel saved = model::load_model(model, experiments);
  for (const auto& [name, fact] : saved.file.facts) {
    if (!name.starts_with(model::kUnlogged)) std::cout << fmt::format("{}: {}\n", name, fact);
  }
  for (const auto& [name, array] : saved.file.arrays)
    std::cout << fmt::format("array {}: {}\n", name, models::shape_text(array));
  return kOk;
}

}  // namespace preimage::suite::cli
