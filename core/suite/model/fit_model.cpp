#include "suite/model/fit_model.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/model/saved_model.hpp"
#include "suite/records/cell_key.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/fitting_learners.hpp"
#include "suite/run/inner_folds.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::model {

namespace {

using LearnerPtr = std::unique_ptr<const validation::Learner>;

/// The cell of the first repetition whose inner folds are meant; without an outer fold they are no cell's.
study::Cell cell_of(const study::PlannedReading& planned, const FitRequest& request, std::size_t learner) {
  study::Cell cell = study::CellSeries(planned, learner).cell(0, 0);
  cell.outer_fold = request.outer_fold.value_or(records::kAllFolds);
  return cell;
}

arma::uvec training_samples(const study::PlannedReading& planned, const FitRequest& request,
                            const study::Task& task) {
  if (!request.outer_fold) return arma::regspace<arma::uvec>(0, task.data.size() - 1);
  const auto splits = study::outer_splits(*planned.study, *planned.reading, 0, task);
  const int fold = *request.outer_fold;
  if (fold < 0 || static_cast<std::size_t>(fold) >= planned.outer_folds)
    throw ConfigError(fmt::format("--outer-fold {}: expected 0 to {}", fold, planned.outer_folds - 1));
  return splits.at(static_cast<std::size_t>(fold)).train;
}

std::vector<std::size_t> candidates(const study::Reading& reading, const std::optional<std::string>& wanted) {
  std::vector<std::size_t> places;
  std::vector<std::string> names;
  for (std::size_t l = 0; l < reading.learners.size(); ++l) {
    names.push_back(reading.learners[l].name);
    if (wanted && *wanted != names.back()) continue;
    if (reading.learners[l].program)
      throw ConfigError(
          fmt::format("learners.{0}: it runs a program of yours, and so its models are yours, too; "
                      "--learner names another",
                      names.back()));
    places.push_back(l);
  }
  if (places.empty())
    throw ConfigError(fmt::format("--learner: no learner '{}'{}", *wanted, base::suggestion(*wanted, names)));
  return places;
}

/// What all learners of a draw share.
struct Draw {
  const study::PlannedReading& planned;
  std::shared_ptr<const study::Task> task;
  arma::uvec train;

  LearnerPtr learner(const study::Cell& cell) const {
    try {
      return run::build_learner(cell, *task);
    } catch (const std::invalid_argument& error) {
      throw ConfigError(fmt::format("{}: learners.{}: {}", cell.study->config, *cell.learner, error.what()));
    }
  }
};

JudgedLearner judged(const Draw& draw, const study::Cell& cell, bool is_alone) {
  const LearnerPtr learner = draw.learner(cell);
  JudgedLearner result{*cell.learner, 0, {}, std::nullopt};
  const bool is_judged =
      !is_alone || learner->grid().size() > 1 || cell.reading->with_inner_loss.contains(*cell.learner);
  if (is_judged) {
    const validation::InnerLosses losses = validation::inner_losses(
        *learner, run::inner_splits(cell, *draw.task, draw.train), run::criterion_of(*draw.task));
    result.grid_point = losses.best();
    result.inner_loss = losses.means[result.grid_point];
    result.inner_error = losses.errors[result.grid_point];
  }
  result.chosen = learner->grid()[result.grid_point];
  return result;
}

/// Of the config's own learner that always answers the same, where it was judged; else computed from outputs
/// and inner folds.
std::optional<study::ConstantAnswer> constant_answer(const Draw& draw, const study::Cell& cell,
                                                     const FitResult& result) {
  if (!result.judged[result.taken].inner_loss) return std::nullopt;
  for (const registry::ParsedLearner& learner : cell.reading->learners) {
    for (const JudgedLearner& judged : result.judged) {
      if (judged.name == learner.name && learner.method == study::kConstantMethod && judged.inner_loss)
        return study::ConstantAnswer{learner.name + " (" + learner.method + ")", *judged.inner_loss};
    }
  }
  return study::constant_answer(*draw.task, result.criterion,
                                run::inner_splits(cell, *draw.task, draw.train));
}

/// Everything that a program needs to have the model again, and that a reader wants to know of it.
void describe(const study::Cell& cell, const Draw& draw, const FitResult& result, models::ModelFile& file) {
  const JudgedLearner& taken = result.judged[result.taken];
  for (const auto& [path, value] : cell.parameters()) {
    if (path != records::kFoldParameter && path != records::kRepetitionParameter)
      file.facts[kParameter + path] = value;
  }
  const std::string own = "learners." + *cell.learner + ".";
  for (const auto& [path, content] : cell.reading->files) {
    if (path.starts_with(own))
      file.arrays[kFiles + ("learner." + path.substr(own.size()))] = *content;
    else if (!path.starts_with("learners."))
      file.arrays[kFiles + path] = *content;
  }
  const study::KeptSamples& kept = *cell.reading->experiment.kept;
  for (const auto& [path, value] : kept.unlogged) file.facts[kUnlogged + path] = value;
  file.facts[kExperiment] = cell.study->experiment;
  file.facts[kLearner] = *cell.learner;
  file.facts[kConfig] = cell.study->config;
  file.facts[kReading] = cell.reading->label();
  file.facts["data"] = *draw.planned.data;
  file.facts[kGridPoint] = std::to_string(taken.grid_point);
  file.facts[kChosen] = text_of(taken.chosen);
  file.facts["criterion"] = result.criterion;
  file.facts["inner_loss"] = taken.inner_loss ? config::number_text(*taken.inner_loss) : "not computed";
  file.facts["fitted_to"] = cell.outer_fold == records::kAllFolds
                                ? "all samples"
                                : fmt::format("the training samples of outer fold {}", cell.outer_fold);
  file.facts["samples"] = std::to_string(result.samples);
  file.facts["fitted_by"] = run::program_text();
  file.facts["computed_with"] = run::rounding_text();
}

}  // namespace

namespace {

FitResult fit_to_samples(const study::PlannedReading& planned, const FitRequest& request,
                         const data::DataSource& data) {
  const study::Experiment& experiment = planned.reading->experiment;
  if (experiment.kept == nullptr)
    throw ConfigError(fmt::format("{}: models of this experiment's data are not kept: {}",
                                  planned.study->config, experiment.why_not_kept));
  const std::vector<std::size_t> places = candidates(*planned.reading, request.learner);
  const std::shared_ptr<const study::Task> task = study::draw_task(*planned.study, *planned.reading, 0, data);
  const Draw draw{planned, task, training_samples(planned, request, *task)};
  FitResult result;
  result.criterion = task->measures.front().name;
  result.samples = draw.train.n_elem;
  for (const std::size_t place : places)
    result.judged.push_back(judged(draw, cell_of(planned, request, place), places.size() == 1));
  std::vector<double> losses, errors;  // of equal learners the first of the config
  for (const JudgedLearner& learner : result.judged) {
    losses.push_back(learner.inner_loss.value_or(0.0));
    errors.push_back(learner.inner_error);
  }
  result.taken = validation::first_smallest_loss(losses, errors);
  const JudgedLearner& best = result.judged[result.taken];

  const study::Cell cell = cell_of(planned, request, places[result.taken]);
  result.constant = constant_answer(draw, cell, result);
  const auto kept = regression::KeptArrays::recording();
  const LearnerPtr learner = draw.learner(cell);
  const models::FittedPtr fitted =
      learner->fit(best.grid_point, draw.train, kept,
                   learner->has_probabilities() ? run::inner_splits(cell, *task, draw.train)
                                                : std::vector<samples::Split>());
  // Some arrays are computed by the first prediction.
  const outputs::Prediction first = fitted->predict(task->data.inputs.subset(draw.train.head(1)));
  if (std::holds_alternative<outputs::NoAnswer>(first.value))
    throw ConfigError(fmt::format("learners.{}: it measures its samples and predicts nothing", best.name));
  result.notes = first.fit_notes;
  experiment.kept->store({data, study::seed_for(*planned.study, 0, records::kAllFolds, "data"), 0},
                         result.file);
  if (request.outer_fold)
    result.file.arrays[kTraining] = std::vector<std::int64_t>(draw.train.begin(), draw.train.end());
  for (const auto& [name, array] : kept.arrays()) result.file.arrays[kFit + name] = array;
  describe(cell, draw, result, result.file);
  if (!result.notes.empty()) result.file.facts[kWarning] = fmt::format("{}", fmt::join(result.notes, "; "));
  return result;
}

}  // namespace

FitResult fit_model(const study::PlannedReading& planned, const FitRequest& request,
                    const data::DataSource& data) {
  try {
    return fit_to_samples(planned, request, data);
  } catch (const MemoryError& error) {
    throw MemoryError(error.what() + run::what_fits(error));
  }
}

}  // namespace preimage::suite::model
