// What always the same answer would cost: the least that a learner has to beat.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "preimage/samples/folds.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::study {

/// Of classes, judged by classification_loss, the commonest class of each training set (the first of equals);
/// of vectors, judged by squared_error, the mean of its outputs.
struct ConstantAnswer {
  std::string is;     // "the commonest class of each training set"
  double loss = 0.0;  // each split's mean over its test samples, averaged over the splits
};

inline constexpr const char* kConstantMethod = "mean_output";  // the learner that does that
inline constexpr const char* kErrorOfClasses = "classification_loss";
inline constexpr const char* kErrorOfVectors = "squared_error";

/// Nothing for other measures, and where the outputs are of another type.
std::optional<ConstantAnswer> constant_answer(const Task& task, const std::string& measure,
                                              const std::vector<samples::Split>& splits);

}  // namespace preimage::suite::study
