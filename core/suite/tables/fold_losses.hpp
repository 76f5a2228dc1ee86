// The losses of a learner, fold by fold: their mean and spread, and which of two is smaller.
#pragma once

#include <optional>
#include <vector>

#include "suite/statistics/verdict.hpp"

namespace preimage::suite::tables {

/// [repetition][outer fold]: the mean loss over the fold's test samples; nothing where the cell failed, was
/// not run, or the measure does not apply.
using FoldLosses = std::vector<std::vector<std::optional<double>>>;

/// Whether there is a fold, and no loss is missing.
bool is_complete(const FoldLosses& losses);

/// nothing where any fold of any repetition is missing: a failed fold is never averaged away; nor where the
/// mean or a spread is not finite.
/// With one repetition its SD is estimated by the SD over folds / sqrt(folds).
/// same_splits  all repetitions have the same samples in the same folds: each fold's loss is averaged over
///              repetitions first, and both spreads are over these folds
std::optional<statistics::Ours> summarise(const FoldLosses& losses, statistics::SpreadKind kind,
                                          bool same_splits = false);

/// Each fold's mean over repetitions, as one repetition. Requires that no fold is missing.
FoldLosses averaged_over_repetitions(const FoldLosses& losses);

enum class ClaimVerdict { holds, tie, fails };

/// Whether `better` has the smaller loss than `worse`, paired over repetitions: with the mean d and standard
/// deviation s of the differences over R repetitions, holds for d > 2 s / sqrt(R), fails for d < -2 s /
/// sqrt(R), else tie. Without chance one repetition says it all: the sign of the difference, exactly. Nothing
/// where a fold is missing, where a mean is not finite, or where there is chance and there are fewer than 2
/// repetitions.
std::optional<ClaimVerdict> judge_claim(const FoldLosses& better, const FoldLosses& worse,
                                        bool has_chance = true);

}  // namespace preimage::suite::tables
