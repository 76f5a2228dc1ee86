#include "experiments/cells.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/sha256.hpp"
#include "kernels/kernel_table.hpp"
#include "validation/decoder_table.hpp"

namespace preimage::experiments {

namespace {

using Parameters = std::map<std::string, std::string>;

constexpr int kCellVersion = 1;  // of the protocol itself: folds, seeds, choice

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

/// Versions of the rows that a list of parameters names ("...kernel.name", "...base.name", "decoder.name").
template <class Row>
void add_versions(const std::string& kind, const std::vector<Row>& rows, const Parameters& parameters,
                  Parameters& versions) {
  for (const auto& [path, value] : parameters) {
    for (const Row& row : rows) {
      if (value == "\"" + row.name + "\"")
        versions["version." + kind + "." + row.name] = std::to_string(row.version);
    }
  }
}

/// The part of a reading's parameters that concerns one learner, under names that do not tell the learner's.
Parameters learner_parameters(const Reading& reading, const std::string& learner) {
  Parameters result;
  const std::string own = "learners." + learner + ".";
  for (const auto& [path, value] : reading.parameters) {
    if (starts_with(path, own)) {
      result["learner." + path.substr(own.size())] = value;
    } else if (!starts_with(path, "learners.")) {
      result[path] = value;
    }
  }
  Parameters versions;
  add_versions("kernel", kernels::kernel_table<kernels::Vectors>(), result, versions);
  add_versions("kernel", kernels::kernel_table<kernels::Strings>(), result, versions);
  add_versions("kernel", kernels::kernel_table<kernels::StringPairs>(), result, versions);
  add_versions("kernel", kernels::kernel_table<kernels::Labels>(), result, versions);
  add_versions("kernel", kernels::kernel_table<kernels::LabelSets>(), result, versions);
  add_versions("kernel", kernels::kernel_table<kernels::VectorSequences>(), result, versions);
  add_versions("decoder", validation::decoder_table(), result, versions);
  result.merge(versions);
  return result;
}

std::string hash_of(const Parameters& parameters) {
  std::string text;
  for (const auto& [path, value] : parameters) text += path + "=" + value + "\n";
  return base::sha256(text);
}

std::vector<validation::Indices> parts_by_given_fold(const std::vector<int>& folds) {
  const std::set<int> names(folds.begin(), folds.end());
  if (names.size() < 2) throw DataError("the fold column names fewer than 2 folds");
  std::vector<validation::Indices> parts;
  for (int name : names) {
    std::vector<arma::uword> members;
    for (std::size_t i = 0; i < folds.size(); ++i) {
      if (folds[i] == name) members.push_back(i);
    }
    parts.push_back(arma::conv_to<validation::Indices>::from(members));
  }
  return parts;
}

}  // namespace

std::uint64_t seed_for(const Study& study, int repetition, int fold, const std::string& purpose) {
  return base::derive_seed(
      {study.seed, study.experiment, std::to_string(repetition), std::to_string(fold), purpose});
}

std::shared_ptr<const Task> draw_task(const Study& study, const Reading& reading, int repetition,
                                      const DataSource& data) {
  return reading.experiment.draw({data, seed_for(study, repetition, -1, "data"), repetition});
}

const std::vector<int>& strata_of(const Task& task, const std::string& folds) {
  if (task.strata.empty())
    throw ConfigError("protocol." + folds + ".stratified: the outputs of this data set have no classes");
  return task.strata;
}

std::vector<validation::Split> outer_splits(const Study& study, const Reading& reading, int repetition,
                                            const Task& task) {
  const Protocol& protocol = reading.protocol;
  if (protocol.given_folds) {
    if (task.given_folds.empty()) throw DataError("protocol.outer.given: the data set has no fold column");
    return validation::make_splits(parts_by_given_fold(task.given_folds), protocol.train_on);
  }
  base::Random random(seed_for(study, repetition, -1, "outer folds"));
  const auto all = arma::regspace<validation::Indices>(0, task.problem.size() - 1);
  const std::vector<int> strata = protocol.outer_stratified ? strata_of(task, "outer") : std::vector<int>{};
  return validation::make_splits(validation::cut_into_folds(all, protocol.outer_folds, strata, random),
                                 protocol.train_on);
}

std::size_t outer_fold_count(const Study& study, const Reading& reading, const DataSource& data) {
  if (reading.protocol.train_on == validation::TrainOn::first_fold) return 1;
  if (!reading.protocol.given_folds) return reading.protocol.outer_folds;
  return outer_splits(study, reading, 0, *draw_task(study, reading, 0, data)).size();
}

bool has_chance(const Study& study, const Reading& reading, const DataSource& data) {
  if (!reading.experiment.has_chance || !reading.repeats_splits()) return reading.experiment.has_chance;
  const std::shared_ptr<const Task> task = draw_task(study, reading, 0, data);
  const auto draws_inner_folds = [&](const validation::ParsedLearner& learner) {
    if (reading.judged.contains(learner.name)) return true;
    try {
      return learner.build(task->problem)->grid_size() > 1;
    } catch (const std::runtime_error&) {
      return false;
    }
  };
  return std::any_of(reading.learners.begin(), reading.learners.end(), draws_inner_folds);
}

std::map<std::string, std::string> Cell::parameters() const {
  Parameters parameters = *shared_parameters;
  parameters["repetition"] = std::to_string(repetition);
  parameters["outer_fold"] = std::to_string(outer_fold);
  return parameters;
}

std::vector<Cell> plan_cells(const Study& study, const Reading& reading, int repetitions,
                             const DataSource& data) {
  const std::string identity = reading.experiment.data_identity(data);
  const std::size_t folds = outer_fold_count(study, reading, data);
  std::vector<std::shared_ptr<const Parameters>> shared;
  for (const validation::ParsedLearner& learner : reading.learners) {
    Parameters parameters = learner_parameters(reading, learner.name);
    parameters["data"] = identity;
    parameters["experiment"] = study.experiment;
    parameters["seed"] = study.seed;
    parameters["version.cell"] = std::to_string(kCellVersion);
    parameters["version.experiment"] = std::to_string(reading.experiment.version);
    parameters["version.method"] = std::to_string(learner.version);
    shared.push_back(std::make_shared<const Parameters>(std::move(parameters)));
  }
  std::vector<Cell> cells;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (std::size_t fold = 0; fold < folds; ++fold) {
      for (std::size_t l = 0; l < reading.learners.size(); ++l) {
        Cell cell{&study, &reading, &reading.learners[l], repetition, static_cast<int>(fold), "", shared[l]};
        cell.key = hash_of(cell.parameters());
        cells.push_back(std::move(cell));
      }
    }
  }
  return cells;
}

}  // namespace preimage::experiments
