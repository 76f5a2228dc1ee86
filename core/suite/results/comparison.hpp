// Statistics under a table: which differences between methods are more than chance.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suite/records/paired_differences.hpp"
#include "suite/results/fold_losses.hpp"
#include "suite/results/nested_interval.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::results {

struct ResultTable;

/// The losses of a measure and learner.
using LossLookup = std::function<FoldLosses(const std::string& measure, const std::string& learner)>;

/// The best method of a group against another one.
struct MethodComparison {
  std::string better, other;  // titles
  std::string learner;        // of the other
  records::PairedTest test;   // of the loss of `other` minus that of `better`; of a gain the other way round
  double adjusted_p = 1.0;    // for all comparisons of the group, by Holm
  /// Of differences that are all the same nothing says how they would vary.
  bool has_p() const { return test.standard_error > 0.0 || test.mean == 0.0; }
};

/// All of a group of numbers of one measure, or why there are none.
struct RowComparison {
  std::string row;  // what is compared: "string loss", or with its column "symbol error, k = 3"
  std::string measure;
  std::string best;    // the learner that all others are compared with; "" where there are none
  std::string method;  // "paired t-test over 10 repetitions, each a fresh draw of the data"
  std::vector<MethodComparison> comparisons;
  std::string none;  // the reason where there are none
};

/// Methods are compared where a table has them side by side: in the row of a measure that has one row, in
/// each column of one that has several. Measures that are neither loss nor gain are left out.
///
/// How the draws of a reading came about, which decides the test:
///   - the data are drawn anew in each of R >= 2 repetitions: the repetitions' means are independent, and the
///     paired t-test takes their differences;
///   - else the folds split the same samples again and training sets overlap: the corrected resampled t-test
///     (Nadeau and Bengio 2003) takes the differences of all folds of all repetitions;
///   - where repetitions are one draw (TableHead::same_splits: folds are given or in order, or each is one
///     sample), they are copies but for the inner folds: the same test takes each fold's difference averaged
///     over repetitions, so that J is the number of folds however often they were repeated;
///   - where there is one given fold, and repetitions differ in what methods draw at random (landmarks,
///     sketches), the paired t-test takes their differences: it is about these draws. Two methods that draw
///     nothing are not compared.
///   - a program outside has one number per repetition, and its config says what that draws: the paired
///     t-test of new data, the corrected one of new splits (Experiment::train_share), and nothing where it
///     draws neither or the config does not say.
/// Nothing is tested where a reading has one split, or a fold is missing: a failed fold is never left out.
/// losses      of the table's learners
/// test_sizes   how many samples each outer fold tests on
/// train_sizes  and trains on, as mean_test_to_train takes them
/// cost  O(cells)
std::vector<RowComparison> compare_methods(const ResultTable& table, const study::Reading& reading,
                                           const LossLookup& losses,
                                           const std::vector<std::size_t>& test_sizes,
                                           const std::vector<std::size_t>& train_sizes = {});

/// The 95 % interval of each number, by the test of its reading (compare_methods) on the losses themselves:
///   m +- t(.975, J - 1) sqrt(1/J + n_test / n_train) s        [Nadeau and Bengio 2003, sec. 3.2]
/// None where there is no test. Where all J losses are equal both ends are the mean: their spread says
/// nothing.
/// cost  O(cells)
void add_intervals(ResultTable& table, const study::Reading& reading, const LossLookup& losses,
                   const std::vector<std::size_t>& test_sizes,
                   const std::vector<std::size_t>& train_sizes = {});

/// The losses of all cuts; nothing where the measure has none per sample, or some are missing.
using NestedLookup = std::function<std::optional<std::vector<NestedLosses>>(const std::string& measure,
                                                                            const std::string& learner)>;

/// The interval of each number by nested cross-validation (nested_interval), around an estimate of its own,
/// in place of that of add_intervals. A remark names the measures that keep it, as they have no value per
/// sample; where cells are missing, those that have none.
/// cost  O(cells x samples of a cell)
void add_nested_intervals(ResultTable& table, const study::Reading& reading, const NestedLookup& losses);

/// n_test / n_train of the corrected test: the mean over folds of each fold's own ratio. Nadeau and Bengio's
/// factor rho / (1 - rho) with rho = n_test / (n_test + n_train) is for splits of one size. With unequal
/// folds every fold has a rho of its own; the mean of rho / (1 - rho) is at least its value at the mean
/// sizes, so that folds of unequal sizes make the test more careful, never less: 60, 15 and 15 samples give
/// .8, not 30/60.
/// Requires at least 2 folds, none of them empty.
/// trains_on_one_fold  the fold trains and all others are tested, else the other way round
/// train_sizes         of each fold; empty where it trains on all that it does not test
double mean_test_to_train(const std::vector<std::size_t>& test_sizes, bool trains_on_one_fold,
                          const std::vector<std::size_t>& train_sizes = {});

}  // namespace preimage::suite::results
