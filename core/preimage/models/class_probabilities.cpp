#include "preimage/models/class_probabilities.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::models {

namespace {

/// The classes that have a calibrator, one for each column of outputs::margins.
std::vector<int> calibrated_classes(const std::vector<int>& classes) {
  const bool has_one = classes.size() < 3;
  return {classes.begin() + (has_one ? 1 : 0), classes.end()};
}

/// Columns (class, x, y): those of all calibrators, side by side.
arma::mat fit_all(regression::Calibration kind, const HeldOutScores& held_out) {
  const arma::mat margins = outputs::margins(held_out.scores);
  arma::mat columns(3, 0);
  arma::uword k = 0;
  for (const int c : calibrated_classes(held_out.scores.classes)) {
    std::vector<bool> is_own;
    for (const int truth : held_out.truth) is_own.push_back(truth == c);
    const arma::mat calibrator = regression::calibrator_fit(kind, margins.col(k++), is_own);
    columns = arma::join_rows(
        columns, arma::join_cols(arma::rowvec(calibrator.n_cols, arma::fill::value(c)), calibrator));
  }
  return columns;
}

/// Whether calibrator_fit may have found it.
bool is_calibrator(regression::Calibration kind, const arma::mat& found) {
  if (kind == regression::Calibration::sigmoid) return found.n_cols == 1;
  const arma::rowvec x = found.row(0), p = found.row(1);
  return x.is_sorted("strictascend") && p.is_sorted("ascend") && p.min() >= 0.0 && p.max() <= 1.0;
}

}  // namespace

NumericalError classes_differ() {
  return NumericalError(
      "probabilities: an inner fold trains without a class of the training samples, so its samples have no "
      "decision value "
      "of that class; `protocol.inner.stratified: true` gives each training part every class of 2 samples or "
      "more");
}

ClassProbabilities::ClassProbabilities(regression::Calibration kind,
                                       const std::function<HeldOutScores()>& held_out,
                                       const regression::KeptArrays& kept)
    : kind_(kind) {
  arma::mat columns;
  if (!kept.is_loading()) columns = fit_all(kind, held_out());
  kept.field("calibrators", regression::Shape::up_to(3, arma::uword{1} << 32), columns);
  for (arma::uword first = 0, last = 0; first < columns.n_cols; first = last + 1) {
    for (last = first; last + 1 < columns.n_cols && columns(0, last + 1) == columns(0, first);) ++last;
    const arma::mat found = columns.submat(1, first, 2, last);
    if (std::abs(columns(0, first)) > 1e9 || !is_calibrator(kind, found))
      throw DataError("the model's array 'calibrators' holds what is no calibrator");
    calibrators_.emplace_back(static_cast<int>(columns(0, first)), found);
  }
}

outputs::Scores ClassProbabilities::of(const outputs::Scores& scores) const {
  std::vector<int> classes;
  for (const auto& calibrator : calibrators_) classes.push_back(calibrator.first);
  if (classes != calibrated_classes(scores.classes)) throw classes_differ();
  const arma::mat margins = outputs::margins(scores);
  arma::mat values(margins.n_rows, margins.n_cols);
  for (arma::uword k = 0; k < margins.n_cols; ++k)
    values.col(k) = regression::calibrated(kind_, calibrators_[k].second, margins.col(k));
  if (scores.classes.size() < 3) {
    if (values.is_empty()) return {arma::mat(margins.n_rows, 1, arma::fill::ones), scores.classes};
    return {arma::join_rows(1.0 - values, values), scores.classes};
  }
  for (arma::uword i = 0; i < values.n_rows; ++i) {
    const double sum = arma::accu(values.row(i));
    values.row(i) =
        sum > 0.0 ? arma::rowvec(values.row(i) / sum)
                  : arma::rowvec(values.n_cols, arma::fill::value(1.0 / static_cast<double>(values.n_cols)));
  }
  return {values, scores.classes};
}

}  // namespace preimage::models
