// Printed numbers beside reruns of them, from two files and without a config.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "suite/results/pair_explanations.hpp"
#include "suite/results/text_table.hpp"

namespace preimage::suite::results {

struct JudgedPairs {
  std::vector<JudgedPair> pairs;       // as printed
  std::vector<std::string> unprinted;  // names of reruns that are not printed
  std::vector<std::string>
      remarks;  // what was not read or not counted, and what would explain numbers that disagree
  /// Not so where both sides have names that the other does not have: numbers of one name may be two.
  bool are_all_named() const;
};

/// Judges each printed number by its reruns. A row of `printed` has `value` (or `value` and `spread` in one
/// cell) and any of the columns of a ledger, or `low` and `high`, the bounds of a CI95. A row of `given`, the
/// reruns, has a `value`, of which several are runs of one number, or `mean`, `sd` and `count`; also `folds`
/// and `sd_over_folds`, and in `runs_draw` what they draw: as the printed runs where that is empty, `nothing`
/// where reruns are equal. The other columns name the rows. A naming column of `printed` belongs to that of
/// `given` with its name, or else to the one that shares most of its texts but for case and punctuation; rows
/// belong together where these texts are equal. Other columns of `given` number runs together, and one with
/// fractions is not read. Numbers are compared (D) that differ in one naming column alone: `learner`, or else
/// the one that it or the reruns call method, model, algorithm or approach, or else the first that is not
/// called a data set.
/// facts  columns of a ledger, but `value` and `spread`, for all rows that do not say them, as options:
///        {"runs", "10"} is --runs. A spread whose kind nothing says is `unstated`.
/// throws  DataError for a name that is printed twice, rows of one name that are no runs of it, a column that
///         is missing, a field that is no number, and where no row of one belongs to a row of the other;
///         ConfigError for a bad fact
JudgedPairs judge_pairs(const TextTable& printed, const TextTable& given,
                        const std::map<std::string, std::string>& facts = {});

}  // namespace preimage::suite::results
