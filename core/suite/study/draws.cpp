#include "suite/study/draws.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "preimage/base/collect.hpp"
#include "preimage/base/random.hpp"
#include "preimage/samples/folds.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/fold_sizes.hpp"
#include "suite/study/groups.hpp"

namespace preimage::suite::study {

namespace {

/// The members of each fold, in the order of the folds' names.
std::vector<arma::uvec> parts_by_given_fold(const std::vector<int>& folds) {
  given_fold_sizes(folds);  // throws where they are none
  std::map<int, std::vector<arma::uword>> members;
  for (std::size_t i = 0; i < folds.size(); ++i) members[folds[i]].push_back(i);
  std::vector<arma::uvec> parts;
  for (const auto& [name, samples] : members) parts.push_back(arma::conv_to<arma::uvec>::from(samples));
  return parts;
}

}  // namespace

std::shared_ptr<const Task> draw_task(const Study& study, const Reading& reading, int repetition,
                                      const data::DataSource& data) {
  std::shared_ptr<const Task> task;
  try {
    task = reading.experiment.draw({data, seed_for(study, repetition, -1, "data"), repetition});
  } catch (const std::invalid_argument& error) {  // the config asks the library for what it cannot do
    throw ConfigError(error.what());
  }
  std::vector<std::string> names = base::collect(task->measures, &Measure::name);
  for (const FoldMeasure& measure : task->fold_measures) names.push_back(measure.name);
  if (names != reading.experiment.measures)
    throw std::logic_error("experiment " + study.experiment + ": its draw has other measures than it says");
  return task;
}

const std::vector<int>& strata_of(const Task& task, const std::string& folds) {
  if (task.strata.empty())
    throw ConfigError("protocol." + folds + ".stratified: the outputs of this data set have no classes");
  return task.strata;
}

std::vector<samples::Split> outer_splits(const Study& study, const Reading& reading, int repetition,
                                         const Task& task) {
  const Protocol& protocol = reading.protocol;
  if (protocol.given_folds)
    return samples::make_splits(parts_by_given_fold(task.given_folds), protocol.train_on);
  if (protocol.ordered) return outer_splits_in_order(protocol, {task.data.size(), {}, nullptr, task.times});
  base::Random random(seed_for(study, repetition, -1, "outer folds"));
  const auto all = arma::regspace<arma::uvec>(0, task.data.size() - 1);
  const std::vector<int> strata = protocol.outer_stratified ? strata_of(task, "outer") : std::vector<int>{};
  return samples::make_splits(cut_into_parts(all, protocol.outer_folds, strata, task.groups.get(), random),
                              protocol.train_on);
}

std::size_t outer_fold_count(const Study& study, const Reading& reading, const data::DataSource& data) {
  const Protocol& protocol = reading.protocol;
  if (protocol.train_on == samples::TrainOn::first_fold) return 1;
  if (!protocol.given_folds) return protocol.outer_folds;
  if (reading.experiment.size) return given_fold_sizes(reading.experiment.size(data).given_folds).size();
  return outer_splits(study, reading, 0, *draw_task(study, reading, 0, data)).size();
}

namespace {

/// Whether all repetitions cut the same samples into the same outer folds.
bool repeats_splits(const Reading& reading, const data::DataSource& data) {
  const Experiment& experiment = reading.experiment;
  if (experiment.redraws_data) return false;
  if (!experiment.has_chance || reading.protocol.has_fixed_folds()) return true;
  return experiment.size && leaves_one_out(reading.protocol, experiment.size(data));
}

}  // namespace

std::vector<Repeats> repeats_of(const Study& study, const Reading& reading, const data::DataSource& data,
                                std::size_t outer_folds) {
  std::vector<Repeats> repeats(reading.learners.size(), Repeats::draws);
  if (!repeats_splits(reading, data)) return repeats;
  const bool inner_varies =
      !reading.experiment.size || inner_folds_vary(reading.protocol, reading.experiment.size(data));
  std::shared_ptr<const Task> task;
  const auto draws_inner_folds = [&](const registry::ParsedLearner& learner) {
    if (!reading.experiment.has_chance || !inner_varies) return false;
    if (reading.with_inner_loss.contains(learner.name) || learner.probabilities)
      return true;  // without a draw
    if (task == nullptr) task = draw_task(study, reading, 0, data);
    try {
      return learner.build(task->data)->grid().size() > 1;
    } catch (const std::invalid_argument&) {  // its cells will fail
      return false;
    }
  };
  for (std::size_t l = 0; l < repeats.size(); ++l) {
    const registry::ParsedLearner& learner = reading.learners[l];
    if (learner.is_random)
      repeats[l] = outer_folds == 1 ? Repeats::draws : Repeats::one_draw;
    else
      repeats[l] = draws_inner_folds(learner) ? Repeats::one_draw : Repeats::identical;
  }
  return repeats;
}

std::vector<FoldPair> fold_pairs(std::size_t folds) {
  std::vector<FoldPair> pairs;
  for (std::size_t i = 0; i < folds; ++i) {
    for (std::size_t j = i + 1; j < folds; ++j) pairs.emplace_back(i, j);
  }
  return pairs;
}

samples::Split without_pair(const std::vector<samples::Split>& folds, const FoldPair& pair) {
  samples::Split split{{}, arma::join_cols(folds[pair.first].test, folds[pair.second].test)};
  for (std::size_t k = 0; k < folds.size(); ++k) {
    if (k != pair.first && k != pair.second) split.train = arma::join_cols(split.train, folds[k].test);
  }
  return split;
}

samples::Split outer_split(const Cell& cell, const Task& task) {
  const auto fold = static_cast<std::size_t>(cell.outer_fold);
  std::vector<samples::Split> splits = outer_splits(*cell.study, *cell.reading, cell.repetition, task);
  if (!cell.reading->protocol.nested_interval || fold < splits.size()) return std::move(splits.at(fold));
  return without_pair(splits, fold_pairs(splits.size()).at(fold - splits.size()));
}

}  // namespace preimage::suite::study
