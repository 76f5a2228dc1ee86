// A sweep as one value, and best.yaml: its config with the point in it that the inner folds prefer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/config/reader.hpp"
#include "suite/results/sweep_words.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

/// A learner's best point of a whole sweep.
struct Winner {
  const SweepLearner* learner = nullptr;
  std::vector<const SweepRow*> rows;  // of the point: all repetitions and outer folds
  double inner_loss = 0.0;            // mean over the rows
};

/// Of each learner the point with the smallest mean inner loss over all repetitions and outer folds; of
/// equals the one that the learner prefers. A point without a result in one of them is not in the running,
/// nor one without an inner loss. Where an axis concerns all learners they have one value of it: that of the
/// learner with the smallest loss, and the others' best among the points that share it. Empty where a cell
/// was not run yet.
std::vector<Winner> winners_of(const std::vector<SweepLearner>& learners, const study::SweepOptions& options);

/// The text of best.yaml: a whole config of one reading, with --set and the winners' values in it, for as
/// many repetitions as the sweep had; its cells have the keys of the winners' cells. Of the paper that the
/// config may reproduce, its claims and its other readings nothing is left: it is another setting. It names
/// files as the config does: a line at its head says beside which file it is put.
/// requires  winners, and a study of load_sweep
std::string best_config(const SweepHead& head, const std::vector<Winner>& winners, const std::string& sweep,
                        const std::string& profile);

/// "learners.kde.ridge=0.1 learners.kde.bandwidth.sigma=1"
std::string point_text(const Winner& winner, const study::SweepOptions& options);

/// All that the records of a sweep say.
struct SweepResults {
  SweepHead head;
  std::vector<SweepLearner> learners;
  std::vector<Winner> winners;  // that best.yaml holds; they point into `learners`
};

/// cost  O(cells), and reads every record once
SweepResults sweep_results(const study::Plan& sweep, const study::StudyOptions& options,
                           records::RecordStore& store);

}  // namespace preimage::suite::results
