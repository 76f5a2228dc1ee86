// What hyper-parameters are chosen by: the inner folds of a training set, and the loss on them.
#pragma once

#include <string>
#include <vector>

#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/study/cells.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::run {

/// The inner folds of a training set of the cell's draw: by the protocol of its reading, and drawn by the
/// seed of its repetition and outer fold. Groups stay whole. Where outer folds are in the order of time these
/// are, too, and drawn by no seed.
std::vector<samples::Split> inner_splits(const study::Cell& cell, const study::Task& task,
                                         const arma::uvec& train);

/// The draw's first measure. It throws std::invalid_argument where that does not apply to a prediction, and
/// NumericalError where it is not finite.
validation::Criterion criterion_of(const study::Task& task);

/// throws  NumericalError where a loss or their mean is not finite: no number of a table can come from it
void require_finite(const std::string& measure, const std::vector<double>& values);

}  // namespace preimage::suite::run
