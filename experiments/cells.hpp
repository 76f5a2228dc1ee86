// The unit of work: (experiment, reading, repetition, outer fold, learner), and its identity.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "experiments/study.hpp"

namespace preimage::experiments {

struct Cell {
  const Study* study = nullptr;
  const Reading* reading = nullptr;
  const validation::ParsedLearner* learner = nullptr;
  int repetition = 0;
  int outer_fold = 0;
  std::string key;  // 64 hexadecimal digits
  /// All but repetition and fold: the cells of a reading and learner share them, or large sweeps would not
  /// fit.
  std::shared_ptr<const std::map<std::string, std::string>> shared_parameters;

  /// What the key is the hash of.
  std::map<std::string, std::string> parameters() const;
};

/// All cells of a reading, repetition by repetition, fold by fold, learner by learner. The key is the SHA-256
/// of what can change a number: the parsed parameters that concern this learner, the data's content, the
/// versions of experiment, method and kernels, the seed, repetition and fold; never the names of config,
/// reading or learner.
std::vector<Cell> plan_cells(const Study& study, const Reading& reading, int repetitions,
                             const DataSource& data);

/// Outer folds of a draw. With the user's own folds their number is known only with the data.
std::size_t outer_fold_count(const Study& study, const Reading& reading, const DataSource& data);

/// Whether repetitions of a reading can differ: its data or its outer folds are drawn anew, or a learner
/// chooses on inner folds, which are. A learner that cannot be built draws nothing: its cells fail alike.
bool has_chance(const Study& study, const Reading& reading, const DataSource& data);

/// Seeds are hashes of (seed, experiment, repetition, fold, purpose): readings and learners are compared on
/// equal draws.
std::uint64_t seed_for(const Study& study, int repetition, int fold, const std::string& purpose);

/// The draw of a repetition. Draws that do not depend on the repetition are equal for all of them.
std::shared_ptr<const Task> draw_task(const Study& study, const Reading& reading, int repetition,
                                      const DataSource& data);

/// A class per sample for the stratified `folds` ("outer" or "inner"). throws ConfigError where there are
/// none
const std::vector<int>& strata_of(const Task& task, const std::string& folds);

/// The outer splits of a repetition of a draw.
std::vector<validation::Split> outer_splits(const Study& study, const Reading& reading, int repetition,
                                            const Task& task);

}  // namespace preimage::experiments
