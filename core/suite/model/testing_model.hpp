// Models that are fitted, restored and asked without the program.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "experiments/experiment_table.hpp"
#include "suite/model/fit_model.hpp"
#include "suite/model/prediction_rows.hpp"
#include "suite/model/saved_model.hpp"
#include "suite/run/plans.hpp"
#include "suite/study/kept_samples.hpp"
#include "suite/study/options.hpp"
#include "suite/study/task.hpp"

namespace preimage::testing {

/// The model of a config's only reading.
inline suite::model::FitResult fitted(const std::filesystem::path& config,
                                      const suite::model::FitRequest& request = {}) {
  suite::study::SelectionOptions options;
  options.configs = {config};
  const suite::data::DataSource files{};
  const suite::study::Plan plan = suite::run::count_configs(options, experiments::experiment_table(), files);
  return suite::model::fit_model(plan.readings.front(), request, files);
}

inline suite::model::SavedModel restored(models::ModelFile file) {
  return suite::model::restore_model(std::move(file), experiments::experiment_table());
}

/// What is predicted for a file of inputs, block by block.
struct Predicted {
  suite::model::PredictionRows table;
  suite::model::Convergence convergence;
};
inline Predicted predicted(const suite::model::SavedModel& saved, suite::study::NewInputsRequest request,
                           bool with_probabilities = false) {
  Predicted all;
  request.first = saved.task->data.size();
  const auto inputs = saved.experiment.kept->open(saved.file, request);
  while (const std::optional<suite::study::InputBlock> block = inputs->next()) {
    suite::model::PredictionRows table = suite::model::prediction_rows(saved, *block, inputs->name_of_names(),
                                                                       all.convergence, with_probabilities);
    all.table.header = table.header;
    for (auto& row : table.rows) all.table.rows.push_back(std::move(row));
  }
  return all;
}

}  // namespace preimage::testing
