#include "suite/run/fitting_learners.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/models/sketched_kde.hpp"
#include "preimage/samples/folds.hpp"
#include "suite/config/config_error.hpp"
#include "suite/registry/what_fits.hpp"
#include "suite/run/cell_folder.hpp"
#include "suite/run/task_cache.hpp"
#include "suite/study/draws.hpp"

namespace preimage::suite::run {

std::unique_ptr<const validation::Learner> build_learner(const study::Cell& cell, const study::Task& task,
                                                         const std::filesystem::path& folder) {
  const registry::ParsedLearner& learner =
      *std::ranges::find(cell.reading->learners, *cell.learner, &registry::ParsedLearner::name);
  samples::DataSet data = task.data;
  if (learner.is_random && cell.repetition > 0) {  // the first repetition keeps the seeds that the config has
    const std::uint64_t seed = study::seed_for(*cell.study, cell.repetition, -1, "lots");
    data.inputs = data.inputs.with(samples::RepetitionSeed{data.size(), seed});
  }
  if (learner.program && !folder.empty())
    data.inputs = data.inputs.with(
        CellFolder{data.size(), std::filesystem::absolute(folder), cell.repetition, cell.outer_fold});
  try {
    return learner.build(data);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(error.what() + registry::what_fits(learner.method, task.data));
  }
}

/// throws  ConfigError naming the config where its folds are to be stratified and the samples have no classes
void require_strata(const study::Cell& cell, const study::Task& task) {
  try {
    if (cell.reading->protocol.outer_stratified) study::strata_of(task, "outer");
    if (cell.reading->protocol.inner_stratified) study::strata_of(task, "inner");
  } catch (const ConfigError& error) {
    throw ConfigError(cell.study->config + ": " + error.what());
  }
}

void require_fitting_learners(const std::vector<const study::Cell*>& cells, const data::DataSource& data) {
  TaskCache tasks(data);
  std::set<std::pair<const study::Reading*, const std::string*>> seen;
  for (const study::Cell* cell : cells) {
    if (!seen.emplace(cell->reading, cell->learner).second || !cell->reading->experiment.size) continue;
    const study::Task& task = tasks.task_of(*cell);
    require_strata(*cell, task);
    try {
      build_learner(*cell, task);
    } catch (const std::invalid_argument& error) {
      throw ConfigError(
          fmt::format("{}: learners.{}: {}", cell->study->config, *cell->learner, error.what()));
    }
  }
}

std::string what_fits(const MemoryError& error) {
  const auto* landmarks = dynamic_cast<const models::LandmarkMemoryError*>(&error);
  if (landmarks == nullptr)
    return "; `map: {landmarks: 5000}` of kernel_dependency_estimation approximates in less, and `protocol: "
           "{inner: "
           "{samples: 5000}}` chooses on fewer samples";
  if (landmarks->max_landmarks() == 0) return "; no number of landmarks fits";
  return fmt::format("; `map: {{landmarks: {}}}` fits", landmarks->max_landmarks());
}

}  // namespace preimage::suite::run
