#pragma once

#include <armadillo>
#include <string>
#include <vector>

namespace preimage::suite::data {

enum class ConstantColumn { refuse, leave };

/// Standardisation of columns, x -> (x - mean) / sd, with both taken from training rows.
struct ColumnScaler {
  arma::rowvec mean;
  arma::rowvec sd;  // with divisor n - 1; units of the column
  /// m x d -> m x d. throws  DataError where the number of columns differs
  arma::mat apply(const arma::mat& X) const;
};

/// Fits on the rows of `X_train` (n x d, n >= 2, finite). `names` (empty or d) are for messages. With
/// ConstantColumn::leave a constant column keeps its values (mean 0, sd 1), so that a test row that differs
/// is not divided by 0.
/// throws  DataError "column 'age' is constant ..." or for fewer than 2 rows, a value that is not finite, a
///         spread that a double cannot hold
ColumnScaler fit_scaler(const arma::mat& X_train, ConstantColumn policy,
                        const std::vector<std::string>& names = {});

}  // namespace preimage::suite::data
