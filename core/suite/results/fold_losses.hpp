// The losses of a learner, fold by fold: their mean and spread, and which of two is smaller.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/records/verdict.hpp"
#include "suite/study/cells.hpp"

namespace preimage::suite::results {

/// [repetition][outer fold]: the mean loss over the fold's test samples; nothing where the cell failed, was
/// not run, or the measure does not apply.
using FoldLosses = std::vector<std::vector<std::optional<double>>>;

/// Whether there is a fold, and no loss is missing.
bool is_complete(const FoldLosses& losses);

/// The loss of every fold, repetition by repetition, and the mean of each repetition. Both require that no
/// fold is missing.
std::vector<double> all_folds(const FoldLosses& losses);
std::vector<double> repetition_means(const FoldLosses& losses);

/// nothing where any fold of any repetition is missing: a failed fold is never averaged away; nor where the
/// mean or a spread is not finite.
/// With one repetition its SD is estimated by the SD over folds / sqrt(folds).
/// same_splits  all repetitions have the same samples in the same folds: each fold's loss is averaged over
///              repetitions first, and both spreads are over these folds
std::optional<records::Estimate> summarise(const FoldLosses& losses, records::SpreadKind kind,
                                           bool same_splits = false);

/// What the spread of such a summary is: "SD over 10 repetitions"; of one repetition "SD over folds /
/// sqrt(folds)", and of means over repetitions of the same splits, too, with the number of these.
std::string spread_words(int repetitions, bool same_splits);

/// Each fold's mean over repetitions, as one repetition. Requires that no fold is missing.
FoldLosses averaged_over_repetitions(const FoldLosses& losses);

/// As many repetitions as asked for, of one that is the same in all: of a learner that draws nothing. Others
/// as they are.
FoldLosses repeated(FoldLosses losses, std::size_t repetitions);

enum class ClaimVerdict { holds, tie, fails };

/// Whether `better` has the smaller loss than `worse`: with the mean d and standard deviation s of N paired
/// differences, holds for d > 2 s / sqrt(N), fails for d < -2 s / sqrt(N), else tie. The pairs are
///   draws      the means of the repetitions, N = R; one repetition on one side is paired with each on the
///              other
///   one_draw   the folds, each averaged over repetitions, so that copies do not count: N is the number of
///              folds
///   identical  one: the sign of the difference decides
/// Losses that rounding does not tell apart have no difference (records::difference_of_losses).
/// Nothing where a fold is missing, where a mean is not finite, or for fewer than 2 draws, or folds of one
/// draw.
std::optional<ClaimVerdict> judge_claim(const FoldLosses& better, const FoldLosses& worse,
                                        study::Repeats repeats = study::Repeats::draws);

}  // namespace preimage::suite::results
