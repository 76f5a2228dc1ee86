// What a sweep is, and words that its files share.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "suite/results/sweep_rows.hpp"

namespace preimage::suite::results {

/// What all rows have in common.
struct SweepHead {
  const study::Study* study = nullptr;
  study::SweepOptions options;
  std::string reading;
  bool stand_in = false;   // digits drawn by formula
  std::size_t points = 0;  // of the sweep
  int repetitions = 0;
  bool same_splits = false;  // of all repetitions
  bool has_inner_folds = true;
  std::size_t outer_folds = 0;
  /// Whether there is anything to take a spread over: one fold of one draw has none.
  bool has_spread() const { return outer_folds != 1 || (repetitions > 1 && !same_splits); }
  std::set<std::string> of_one_draw =
      {};  // learners whose repetitions are, at every point, though those of others are draws
};

/// "0.4213 +- 0.012", of a sweep without a spread "0.4213"; "-" where a fold has no value: it is not averaged
/// away.
std::string mean_text(const SweepHead& head, const std::string& learner, const FoldLosses& losses);

/// The losses of a learner in a sweep.
std::optional<records::Estimate> summarise(const SweepHead& head, const std::string& learner,
                                           const FoldLosses& losses);

/// What is behind "+-", or that there is no spread.
std::string spread_text(const SweepHead& head);

}  // namespace preimage::suite::results
