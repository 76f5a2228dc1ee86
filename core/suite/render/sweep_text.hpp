// A sweep in words and pictures: a pure function of its rows.
#pragma once

#include "suite/results/sweep_folder.hpp"

namespace preimage::suite::render {

/// The summary: per learner mean and SD over repetitions (of the same splits: over folds) of the measures of
/// the best points, and how often each value was best; of a learner without an inner loss
/// points_table instead; then what best.yaml holds, which figures there are, and the warnings.
/// The pictures: curve.csv and curve.svg over one axis, a heat map per learner over two and more.
results::SweepForms sweep_forms(const results::SweepResults& sweep);

}  // namespace preimage::suite::render
