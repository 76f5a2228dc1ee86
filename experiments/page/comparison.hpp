// Statistics under a table: which differences between methods are more than chance.
#pragma once

#include <string>
#include <vector>

#include "experiments/study.hpp"
#include "records/result_table.hpp"
#include "statistics/paired_differences.hpp"

namespace preimage::experiments {

/// The best method of a group against another one.
struct MethodComparison {
  std::string better, other;  // titles
  statistics::PairedTest
      test;                 // of the loss of `other` minus that of `better`; of a gain the other way round
  double adjusted_p = 1.0;  // for all comparisons of the group, by Holm
};

/// All of a group of numbers of one measure, or why there are none.
struct RowComparison {
  std::string row;     // what is compared: "string loss", or with its column "symbol error, k = 3"
  std::string method;  // "paired t-test over 10 repetitions, each a fresh draw of the data"
  std::vector<MethodComparison> comparisons;
  std::string none;  // the reason where there are none
};

/// Methods are compared where they stand side by side: in the row of a measure that has one row, in each
/// column of one that has several. Measures that are neither loss nor gain are left out.
///
/// How the draws of a reading came about, which decides the test:
///   - the data are drawn anew in each of R >= 2 repetitions: the repetitions' means are independent, and the
///     paired t-test takes their differences;
///   - else the folds split the same samples again and training sets overlap: the corrected resampled t-test
///     (Nadeau and Bengio 2003) takes the differences of all folds of all repetitions, with
///     n_test / n_train = 1 / (k - 1) of k folds, or k - 1 where one fold trains.
/// Nothing is tested where a reading has one split, or a fold is missing: a failed fold is never left out.
/// losses  of the table's learners. cost  O(cells)
std::vector<RowComparison> compare_methods(const records::ResultTable& table, const Reading& reading,
                                           const records::LossLookup& losses);

}  // namespace preimage::experiments
