// A sweep's files: pure functions of its rows.
#pragma once

#include <string>
#include <vector>

#include "preimage/base/file.hpp"
#include "suite/results/best_config.hpp"

namespace preimage::suite::render {

/// points.csv, a row per cell:
///   point, <the axes, by path>, config, reading, learner, data (real | stand-in), repetition, outer_fold,
///   inner_loss, <the measures, each the mean over the test samples>, hyper_parameters, status, reason, key
/// Points, repetitions and folds count from 0. An axis that does not concern the learner is empty, and so is
/// what a cell does not have.
void points_csv(const results::SweepHead& head, const std::vector<results::SweepLearner>& learners,
                const base::ByteSink& sink);

/// best.csv, a row per learner, repetition and outer fold with the point of the smallest inner loss: as in
/// points.csv from `point` to `hyper_parameters`, then equal_points (how many have that inner loss),
/// failed_points (without a result here) and key. Without a finished point only the place and failed_points.
std::string best_csv(const results::SweepHead& head, const std::vector<results::SweepLearner>& learners);

/// axes.csv, a row per axis: axis, scale (values | log10 | linear), low, high (where it is numeric), values
/// (as a grid takes them, YAML; empty where they are drawn from an interval).
std::string axes_csv(const study::SweepOptions& options);

/// The summary: per learner mean and SD over repetitions (of the same splits: over folds) of the measures of
/// the best points, and how often each value was best; of a learner without an inner loss
/// points_table instead; then what best.yaml holds, which figures stand beside it, and the warnings.
std::string sweep_text(const results::SweepHead& head, const std::vector<results::SweepLearner>& learners,
                       const std::vector<results::Winner>& winners, const std::vector<std::string>& figures);

}  // namespace preimage::suite::render
