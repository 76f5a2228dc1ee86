// The draws of a reading and how they are split.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/study/cells.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::study {

/// The draw of a repetition. Draws that do not depend on the repetition are equal for all of them.
std::shared_ptr<const Task> draw_task(const Study& study, const Reading& reading, int repetition,
                                      const data::DataSource& data);

/// A class per sample for the stratified `folds` ("outer" or "inner"). throws ConfigError where there are
/// none
const std::vector<int>& strata_of(const Task& task, const std::string& folds);

/// The outer splits of a repetition of a draw. Groups stay whole where the folds are not given (given ones
/// are checked by block_of). Those in the order of time are the same in all repetitions, and need not test
/// all samples: the first are trained on alone.
std::vector<samples::Split> outer_splits(const Study& study, const Reading& reading, int repetition,
                                         const Task& task);

/// Two of K outer folds, the first before the second, counted from 0.
using FoldPair = std::pair<std::size_t, std::size_t>;
/// All K (K - 1) / 2, in lexicographic order. The cells of the interval of nested cross-validation have the
/// outer folds K, K + 1, ... in this order.
std::vector<FoldPair> fold_pairs(std::size_t folds);
/// Trains on all folds but two and tests on these, the first before the second.
/// folds  the splits that test on one fold each and train on the rest
samples::Split without_pair(const std::vector<samples::Split>& folds, const FoldPair& pair);

/// The outer split of a cell.
samples::Split outer_split(const Cell& cell, const Task& task);

}  // namespace preimage::suite::study
