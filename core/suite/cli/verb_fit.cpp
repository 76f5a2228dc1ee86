#include <iostream>

#include <fmt/format.h>

#include "preimage/base/number.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/model/fit_model.hpp"
#include "suite/model/saved_model.hpp"
#include "suite/run/selection.hpp"
#include "suite/tables/reading_records.hpp"

namespace preimage::suite::cli {

namespace {

/// The one reading that is meant.
const study::CellBlock& only_block(const run::SelectedBlocks& selected, const FitOptions& options) {
  if (selected.blocks.size() == 1) return selected.blocks.front();
  std::vector<std::string> names;
  for (const study::CellBlock& block : selected.blocks) names.push_back(block.reading->name);
  throw ConfigError(fmt::format("{}: name one of its readings with --reading: {}",
                                options.study.configs.front().string(), fmt::join(names, ", ")));
}

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

/// What nested cross-validation says of the learner, where the results folder holds it all: outer folds saw nothing of the
/// choice. "0.0533 +- 0.0133 (SD over folds / sqrt(folds))"; nothing where it does not.
std::optional<statistics::Ours> honest_estimate(const FitOptions& options, const data::DataSource& data,
                                                const std::string& learner, const std::string& criterion) {
  const run::Selection selection = run::select(options.study, data);
  records::RecordStore store(options.study.results().cells());
  std::vector<std::string> newer;
  const tables::ReadingRecords found(selection.readings.front(), store, &newer);
  const run::SelectedReading& selected = selection.readings.front();
  return tables::summarise(found.losses(criterion, learner), statistics::SpreadKind::standard_error,
                           selected.reading->repeats_splits());
}

void print_estimate(const FitOptions& options, const data::DataSource& data, const model::FitResult& result) {
  const std::string& learner = result.judged[result.taken].name;
  const auto ours = honest_estimate(options, data, learner, result.criterion);
  if (ours) {
    std::cout << fmt::format(
        "nested cross-validation says: {} {:.6g} +- {:.2g} (over {} repetition{}, in {})\n", result.criterion,
        ours->mean, ours->sd, ours->repetitions, ours->repetitions == 1 ? "" : "s",
        options.study.out.string());
    return;
  }
  std::cout << fmt::format(
      "no estimate of what to expect: {} holds no nested cross-validation of {}; `preimage run {}` computes "
      "it\n",
      options.study.out.string(), learner, options.study.configs.front().string());
  if (result.judged[result.taken].inner_loss)
    std::cout << "(the inner loss is of what was chosen by it, so it is too low)\n";
}

}  // namespace

int verb_fit(const FitOptions& options) {
  const data::DataSource data = run::make_data_source(options.study);
  const run::SelectedBlocks selected = run::select_blocks(options.study, data);
  const model::FitResult result = model::fit_model(only_block(selected, options), options.request, data);
  models::write_model_file(options.model, result.file);
  print_judged(result);
  std::cout << fmt::format("fitted to {} ({})\n", result.file.fact("fitted_to"), result.samples);
  print_estimate(options, data, result);
  std::cerr << fmt::format("model: {}\n", options.model.string());
  return kOk;
}

int verb_show(const std::filesystem::path& model, const study::ExperimentTable& experiments) {
  const model::SavedModel saved = model::load_model(model, experiments);
  for (const auto& [name, fact] : saved.file.facts) std::cout << fmt::format("{}: {}\n", name, fact);
  for (const auto& [name, array] : saved.file.arrays)
    std::cout << fmt::format("array {}: {}\n", name, models::shape_text(array));
  return kOk;
}

}  // namespace preimage::suite::cli
