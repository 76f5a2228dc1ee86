// Columns of vectors brought to comparable scales, and missing entries filled, by what training samples say.
#pragma once

#include <algorithm>
#include <armadillo>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "preimage/regression/kept_arrays.hpp"

namespace preimage::models {

enum class Scale {
  none,
  standard,  // mean 0 and standard deviation 1 (over n) of the training samples
  minmax,    // the training samples span 0 to 1
};

/// What takes the place of a missing entry, which is NaN.
enum class Missing { refuse, mean, median };

/// Whether the values differ by no more than rounding leaves of equal ones: their span is at most 16 eps of
/// the largest size.
/// values  finite
bool is_constant(const arma::vec& values);

/// Columns that hold categories: an entry is the number of a level (a whole number >= 0), and says no more
/// than which one.
struct Categories {
  std::vector<std::string> names;  // of each column, "" of a column of numbers
  bool missing_is_level = false;   // else `missing` fills one by the commonest level of the training samples
  bool is_category(arma::uword column) const { return !names.empty() && !names[column].empty(); }
};

/// Pairs of levels (no, yes) of which one indicator tells, the second one's, where the training samples have
/// just these two, and where a missing value is a level, none of them lacks a value.
inline constexpr std::pair<double, double> kTwoValued[] = {{0.0, 1.0}, {2.0, 3.0}};

struct ColumnOptions {
  Scale scale = Scale::none;
  Missing missing = Missing::refuse;
  Categories categories = {};
  /// Of columns that have a scale of their own; else, and where this is empty, `scale`.
  std::vector<std::optional<Scale>> own_scales = {};

  Scale scale_of(arma::uword column) const {
    return own_scales.empty() ? scale : own_scales[column].value_or(scale);
  }
  bool changes_nothing() const {
    return scale == Scale::none && missing == Missing::refuse && categories.names.empty() &&
           std::all_of(own_scales.begin(), own_scales.end(),
                       [](const auto& own) { return own.value_or(Scale::none) == Scale::none; });
  }
};

/// x_j -> (x_j - offset_j) / width_j, and fill_j for a missing x_j before. A column of categories becomes one
/// of 0 and 1 for each level that the training samples have, in the order of their numbers, at its place;
/// these have no scale. An entry of any other level is 0 in all of them. A value; it holds d numbers of each,
/// and the levels.
class ColumnTransform {
 public:
  /// Fitted to the rows of X, n x d, n >= 1. Missing entries are filled first, so that they count in mean and
  /// width. A column that is constant (is_constant) has width 1. Of equally common levels the one with the
  /// smaller number fills.
  /// throws  NumericalError naming the column (from 1) where no sample has a value to fill it from, where
  ///         missing entries are refused and one is missing, or where a scale is no double
  /// cost    O(n d), the median and the levels O(n d log n)
  static ColumnTransform fitted_to(const arma::mat& X, const ColumnOptions& options);
  /// The same, kept as three rows: what fills a missing entry (NaN: nothing does), offset and width. Levels
  /// are those of X.
  static ColumnTransform fitted_to(const arma::mat& X, const ColumnOptions& options,
                                   const regression::KeptArrays& kept, const std::string& name);
  /// Of d columns, which changes nothing and fills nothing.
  static ColumnTransform identity(arma::uword d);

  /// throws  std::invalid_argument where X has not d columns
  arma::mat apply(const arma::mat& X) const;
  /// The other way round: what apply makes of the result is X again, up to rounding. Requires that no column
  /// is of categories.
  arma::mat undo(const arma::mat& X) const;

  /// How many columns `apply` makes of each of the d.
  std::vector<arma::uword> widths() const;
  bool has_categories() const { return !codings_.empty(); }
  /// Of each column of categories, by its name, 1 for each row of X whose level no training sample has, else
  /// 0; only of columns that have such a row. A missing entry is such a level where it is one and no training
  /// sample lacks a value.
  std::map<std::string, arma::vec> unseen(const arma::mat& X) const;
  /// Of a column of categories whose one indicator tells two levels apart: the level that has 0, as which an
  /// unseen one is read.
  std::optional<double> level_of_unseen(const std::string& name) const;

 private:
  /// The indicators of a column of categories.
  struct Coding {
    arma::uword column = 0;
    std::string name;
    std::vector<double> levels;  // those of the training samples, ascending; a missing value as kMissingLevel
    bool leaves_out_first = false;  // of two that are a pair
    bool missing_is_level = false;
    double level_of(double entry) const;
    bool has(double level) const;
  };
  void require_columns(const arma::mat& X) const;
  static std::vector<Coding> codings_of(const arma::mat& complete, const ColumnOptions& options);
  arma::mat with_indicators(const arma::mat& scaled) const;
  arma::rowvec fill_, offset_, width_;
  std::vector<Coding> codings_;  // of the columns of categories, in their order
};

}  // namespace preimage::models
