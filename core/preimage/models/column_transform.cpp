#include "preimage/models/column_transform.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::models {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

arma::vec values_of(const arma::mat& X, arma::uword column) {
  const arma::vec all = X.col(column);
  return all.elem(arma::find(all == all));
}

double fill_of(const arma::mat& X, arma::uword column, Missing missing) {
  const arma::vec values = values_of(X, column);
  if (missing == Missing::refuse) {
    if (values.n_elem < X.n_rows)
      throw NumericalError(fmt::format("input column {} has a missing entry", column + 1));
    return kNothing;
  }
  if (values.is_empty())
    throw NumericalError(fmt::format(
        "input column {}: no training sample has a value, and a missing one cannot be filled", column + 1));
  if (missing == Missing::median) return arma::median(values);
  // About the first value: of equal values it is the value itself.
  return values.front() + arma::mean(arma::vec(values - values.front()));
}

arma::mat filled(arma::mat X, const arma::rowvec& fill) {
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    if (std::isnan(fill(j))) continue;
    arma::vec column = X.col(j);
    column.elem(arma::find_nan(column)).fill(fill(j));
    X.col(j) = column;
  }
  return X;
}

/// 1 where the column of X is constant: it has no width, and stays constant.
arma::rowvec widths(arma::rowvec width, const arma::mat& X) {
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    if (is_constant(X.col(j))) width(j) = 1.0;
  }
  return width;
}

}  // namespace

bool is_constant(const arma::vec& values) {
  constexpr double kRounding = 16.0 * std::numeric_limits<double>::epsilon();
  if (values.is_empty()) return true;
  const double low = values.min(), high = values.max();
  return high - low <= kRounding * std::max(std::abs(low), std::abs(high));
}

ColumnTransform ColumnTransform::identity(arma::uword d) {
  ColumnTransform result;
  result.fill_ = arma::rowvec(d, arma::fill::value(kNothing));
  result.offset_ = arma::rowvec(d, arma::fill::zeros);
  result.width_ = arma::rowvec(d, arma::fill::ones);
  return result;
}

ColumnTransform ColumnTransform::fitted_to(const arma::mat& X, const ColumnOptions& options,
                                           const regression::KeptArrays& kept, const std::string& name) {
  const arma::mat rows = kept.keep(name, {3, X.n_cols, true}, [&] {
    const ColumnTransform fitted = fitted_to(X, options);
    return arma::mat(arma::join_cols(fitted.fill_, fitted.offset_, fitted.width_));
  });
  ColumnTransform result;
  result.fill_ = rows.row(0);
  result.offset_ = rows.row(1);
  result.width_ = rows.row(2);
  if (!rows.rows(1, 2).is_finite())
    throw DataError(fmt::format("the model's array '{}' holds a number that is not finite", name));
  return result;
}

ColumnTransform ColumnTransform::fitted_to(const arma::mat& X, const ColumnOptions& options) {
  ColumnTransform result = identity(X.n_cols);
  for (arma::uword j = 0; j < X.n_cols; ++j) result.fill_(j) = fill_of(X, j, options.missing);
  const arma::mat complete = filled(X, result.fill_);
  if (options.scale == Scale::standard) {
    result.offset_ = arma::mean(complete, 0);
    result.width_ = widths(arma::stddev(complete, 1, 0), complete);
  } else if (options.scale == Scale::minmax) {
    result.offset_ = arma::min(complete, 0);
    result.width_ = widths(arma::max(complete, 0) - result.offset_, complete);
  }
  return result;
}

void ColumnTransform::require_columns(const arma::mat& X) const {
  if (X.n_cols != offset_.n_elem)
    throw std::invalid_argument(fmt::format(
        "the samples are vectors of {} numbers, those that the model was fitted to vectors of {} numbers",
        X.n_cols, offset_.n_elem));
}

arma::mat ColumnTransform::apply(const arma::mat& X) const {
  require_columns(X);
  arma::mat result = filled(X, fill_);
  result.each_row() -= offset_;
  result.each_row() /= width_;
  return result;
}

arma::mat ColumnTransform::undo(const arma::mat& X) const {
  require_columns(X);
  arma::mat result = X.each_row() % width_;
  result.each_row() += offset_;
  return result;
}

}  // namespace preimage::models
