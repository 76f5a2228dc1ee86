// Columns of vectors brought to comparable scales, and missing entries filled, by what training samples say.
#pragma once

#include <armadillo>
#include <string>

#include "preimage/regression/kept_arrays.hpp"

namespace preimage::models {

enum class Scale {
  none,
  standard,  // mean 0 and standard deviation 1 (over n) of the training samples
  minmax,    // the training samples span 0 to 1
};

/// What stands in for a missing entry, which is NaN.
enum class Missing { refuse, mean, median };

/// Whether the values differ by no more than rounding leaves of equal ones: their span is at most 16 eps of the largest size.
/// values  finite
bool is_constant(const arma::vec& values);

struct ColumnOptions {
  Scale scale = Scale::none;
  Missing missing = Missing::refuse;
  bool changes_nothing() const { return scale == Scale::none && missing == Missing::refuse; }
};

/// x_j -> (x_j - offset_j) / width_j, and fill_j for a missing x_j before. A value; it holds d numbers of each.
class ColumnTransform {
 public:
  /// Fitted to the rows of X, n x d, n >= 1. Missing entries are filled first, so that they count in mean and width. A
  /// column that is constant (is_constant) has width 1.
  /// throws  NumericalError naming the column (from 1) where no sample has a value to fill it from, or, where missing
  ///         entries are refused, where one is missing;  cost  O(n d), the median O(n d log n)
  static ColumnTransform fitted_to(const arma::mat& X, const ColumnOptions& options);
  /// The same, kept as three rows: what fills a missing entry (NaN: nothing does), offset and width.
  static ColumnTransform fitted_to(const arma::mat& X, const ColumnOptions& options,
                                   const regression::KeptArrays& kept, const std::string& name);
  /// Of d columns, which changes nothing and fills nothing.
  static ColumnTransform identity(arma::uword d);

  /// throws  std::invalid_argument where X has not d columns
  arma::mat apply(const arma::mat& X) const;
  /// The other way round: what apply makes of the result is X again, up to rounding.
  arma::mat undo(const arma::mat& X) const;

 private:
  void require_columns(const arma::mat& X) const;
  arma::rowvec fill_, offset_, width_;
};

}  // namespace preimage::models
