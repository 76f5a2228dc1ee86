#pragma once

#include <string>
#include <vector>

#include "preimage/samples/folds.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::own_data {

/// Where samples test whose class, or one of whose labels, no training sample has, so that no learner
/// predicts it: a line that counts the samples and names the classes, each with one of the training samples
/// that looks like it (alike_key). Of drawn folds these are classes of a single sample. Nothing for vectors
/// and strings.
/// folds     each sample's given fold; empty where folds are drawn
/// train_on  which folds train; nothing of one_fold, where a class is missing sooner or later
/// cost      O(classes^2) of those that are named, O(n) else
std::vector<std::string> unseen_outputs(const suite::data::Outputs& outputs, const std::vector<int>& folds,
                                        samples::TrainOn train_on);

}  // namespace preimage::suite::own_data
