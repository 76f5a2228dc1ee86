#include "suite/data/scaler.hpp"

#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::suite::data {

namespace {

std::string column_name(const std::vector<std::string>& names, arma::uword j) {
  return j < names.size() ? fmt::format("column '{}'", names[j]) : fmt::format("column {}", j + 1);
}

}  // namespace

arma::mat ColumnScaler::apply(const arma::mat& X) const {
  if (X.n_cols != mean.n_cols)
    throw DataError(fmt::format("scaler: fitted on {} columns, found {}", mean.n_cols, X.n_cols));
  arma::mat scaled = X.each_row() - mean;
  scaled.each_row() /= sd;
  return scaled;
}

ColumnScaler fit_scaler(const arma::mat& X_train, ConstantColumn policy,
                        const std::vector<std::string>& names) {
  if (X_train.n_rows < 2)
    throw DataError(fmt::format("scaler: expected at least 2 training rows, found {}", X_train.n_rows));
  if (!X_train.is_finite()) throw DataError("scaler: a training value is not finite");
  ColumnScaler scaler{arma::mean(X_train, 0), arma::stddev(X_train, 0, 0)};
  for (arma::uword j = 0; j < X_train.n_cols; ++j) {
    const bool constant = X_train.col(j).min() == X_train.col(j).max();
    if (constant && policy == ConstantColumn::refuse)
      throw DataError(fmt::format("scaler: {} is constant ({}) in the training rows", column_name(names, j),
                                  X_train(0, j)));
    if (constant) {
      scaler.mean(j) = 0.0;
      scaler.sd(j) = 1.0;
    } else if (!(scaler.sd(j) > 0.0) || !std::isfinite(scaler.sd(j)) || !std::isfinite(scaler.mean(j))) {
      throw DataError(
          fmt::format("scaler: the spread of {} is outside the range of a double", column_name(names, j)));
    }
  }
  return scaler;
}

}  // namespace preimage::suite::data
