#include "suite/results/output_errors.hpp"

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/losses/fold_measures.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"

namespace preimage::suite::results {

namespace {

/// The true outputs, by the samples' ids.
class Truths {
 public:
  explicit Truths(const study::Task& task) : vectors_(task.data.outputs.get<kernels::Vectors>()) {
    for (std::size_t i = 0; i < task.ids.size(); ++i) rows_[task.ids[i]] = i;
  }
  arma::uword columns() const { return vectors_.n_cols; }
  arma::mat of(const std::vector<long>& ids) const {
    arma::mat result(ids.size(), vectors_.n_cols);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto row = rows_.find(ids[i]);
      if (row == rows_.end())
        throw DataError(fmt::format("a record names the sample {}, which the data do not have", ids[i]));
      result.row(i) = vectors_.row(row->second);
    }
    return result;
  }

 private:
  arma::mat vectors_;
  std::map<long, arma::uword> rows_;
};

/// What a record predicts of its test samples; nothing where that is no vectors.
std::optional<arma::mat> predicted_by(const records::ResultRecord& record, const Truths& truths) {
  if (!record.chosen_samples.empty()) return truths.of(record.chosen_samples);
  if (record.vectors.empty()) return std::nullopt;
  arma::mat result(record.vectors.size(), truths.columns());
  for (std::size_t i = 0; i < record.vectors.size(); ++i) {
    if (record.vectors[i].size() != truths.columns())
      throw DataError(fmt::format("a record holds vectors of {} numbers, expected {}",
                                  record.vectors[i].size(), truths.columns()));
    result.row(i) = arma::rowvec(record.vectors[i]);
  }
  return result;
}

/// Sums over folds, one entry per output column.
struct Errors {
  arma::rowvec squared, absolute, r_squared, with_r_squared;
  double folds = 0.0;
  explicit Errors(arma::uword columns)
      : squared(columns, arma::fill::zeros),
        absolute(columns, arma::fill::zeros),
        r_squared(columns, arma::fill::zeros),
        with_r_squared(columns, arma::fill::zeros) {}

  void add(const arma::mat& truth, const arma::mat& predicted) {
    squared += arma::mean(arma::square(truth - predicted), 0);
    absolute += arma::mean(arma::abs(truth - predicted), 0);
    for (arma::uword j = 0; j < truth.n_cols; ++j) {
      const std::optional<double> found = losses::r_squared(truth.col(j), predicted.col(j));
      r_squared(j) += found.value_or(0.0);
      with_r_squared(j) += found ? 1.0 : 0.0;
    }
    ++folds;
  }
};

/// Nothing where a cell of the learner is missing, failed, or holds no vectors.
std::optional<Errors> errors_of(const std::string& learner, const study::PlannedReading& planned,
                                const ReadingRecords& found, const Truths& truths) {
  Errors errors(truths.columns());
  for (const study::Cell& cell : planned.cells) {
    if (*cell.learner != learner) continue;
    const records::ResultRecord* record = found.find(learner, cell.repetition, cell.outer_fold);
    if (record == nullptr) return std::nullopt;
    const std::optional<arma::mat> predicted = predicted_by(*record, truths);
    if (!predicted) return std::nullopt;
    errors.add(truths.of(record->samples), *predicted);
  }
  return errors.folds > 0.0 ? std::optional(errors) : std::nullopt;
}

}  // namespace

void OutputErrors::add(const study::PlannedReading& planned, const ReadingRecords& found,
                       const study::Task& task) {
  const Truths truths(task);
  for (const registry::ParsedLearner& learner : planned.reading->learners) {
    const std::optional<Errors> errors = errors_of(learner.name, planned, found, truths);
    if (!errors) continue;
    for (arma::uword j = 0; j < truths.columns(); ++j) {
      const double with_r_squared = errors->with_r_squared(j);
      rows_ += data::csv_line(
          {planned.reading->label(), learner.name, task.output_names[j],
           config::number_text(errors->squared(j) / errors->folds),
           config::number_text(errors->absolute(j) / errors->folds),
           with_r_squared == 0.0 ? "" : config::number_text(errors->r_squared(j) / with_r_squared)});
    }
  }
}

std::string OutputErrors::csv() const {
  return "reading,learner,output,mean_squared_error,mean_absolute_error,r_squared\n" + rows_;
}

}  // namespace preimage::suite::results
