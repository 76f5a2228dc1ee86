// What an experiment draws, and what its figures may look at.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "preimage/outputs/prediction.hpp"
#include "preimage/samples/sample_set.hpp"
#include "suite/records/result_record.hpp"
#include "suite/study/groups.hpp"
#include "suite/study/order.hpp"

namespace preimage::suite::study {

/// A loss (or another number) per test sample. `values` returns nothing where it does not apply to the kind
/// of prediction (the class of an output that is no training sample).
struct Measure {
  std::string name;
  std::function<std::optional<arma::vec>(const outputs::Prediction&, const arma::uvec& test)> values;
  /// How far rounding may have moved each value (losses::Loss::errors); of counts there is no such function.
  std::function<arma::vec(const outputs::Prediction&, const arma::uvec& test)> errors = {};
};

/// A diagnostic of predictions by a program, 1 for each that is not the class of its largest probability;
/// absent where they are at most half.
inline constexpr const char* kUnlikelyClass = "unlikely_class";

/// A number of an outer fold as a whole, from all its truths and predictions together: no mean of values per
/// sample (an F1, an R^2). A record holds the one number, and a table averages it over folds. `value` returns
/// nothing where it does not apply to the kind of prediction, or the fold defines none.
struct FoldMeasure {
  std::string name;
  std::function<std::optional<double>(const outputs::Prediction&, const arma::uvec& test)> value;
};

/// One draw: n samples, ready for any learner.
struct Task {
  samples::DataSet data;
  std::vector<Measure> measures;  // the first is the criterion of the inner folds
  std::vector<FoldMeasure> fold_measures;
  std::vector<int> strata;              // a class per sample for stratified folds; or empty
  std::vector<int> given_folds;         // the user's own outer folds; or empty
  std::vector<std::string> fold_texts;  // these as the user's file has them, a text per sample; or empty
  std::shared_ptr<const Groups> groups = nullptr;  // of samples that belong together; or nullptr
  std::shared_ptr<const Times> times = nullptr;    // of samples that have them; or nullptr
  std::vector<long> ids;  // a number per sample that tells it apart outside this draw
  /// Shown in place of these numbers: the user's own, empty where the file has none; the numbers then say no
  /// more than `lines`.
  std::optional<std::vector<std::string>> id_texts = {};
  std::vector<std::size_t> lines;         // of each sample in the user's file; or empty
  std::vector<std::size_t> rows;          // its number in that file from 1, where rows are left out; or empty
  std::string dropped;                    // these, in words; or ""
  std::vector<std::string> inputs;        // a text per sample, for --predictions; images stay empty
  std::vector<std::string> outputs;       // the target as text
  std::vector<std::string> class_names;   // text of class c, or of label c
  std::string label_separator = ";";      // between labels where a set is a text
  std::vector<std::string> output_names;  // of the columns of outputs that are vectors, where they have names
  bool records_vectors =
      true;  // false: predicted vectors are too large for a record, which keeps their losses

  /// The number of a sample among the rows of the user's file, those that are left out too; from 1.
  std::size_t row(std::size_t sample) const { return rows.empty() ? sample + 1 : rows[sample]; }
};

/// What a figure may look at: the records of its reading, by learner and outer fold.
struct FigureContext {
  const Task& task;       // of the first repetition
  bool stand_in = false;  // the data was drawn by formula, and the picture must say so
  /// Of the first repetition; nullptr where there is none.
  std::function<const records::ResultRecord*(const std::string& learner, int outer_fold)> record;
  /// Of every repetition that has one, in their order: for the spread over draws.
  std::function<std::vector<const records::ResultRecord*>(const std::string& learner, int outer_fold)>
      all_records;
};

}  // namespace preimage::suite::study
