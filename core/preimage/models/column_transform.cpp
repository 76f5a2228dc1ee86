#include "preimage/models/column_transform.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
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

/// Behind all others.
constexpr double kMissingLevel = std::numeric_limits<double>::infinity();

/// The first of equally common ones.
double commonest(const arma::vec& levels) {
  const arma::vec sorted = arma::sort(levels);
  double found = sorted.front();
  arma::uword most = 0, count = 0;
  for (arma::uword i = 0; i < sorted.n_elem; ++i) {
    count = i > 0 && sorted(i) == sorted(i - 1) ? count + 1 : 1;
    if (count > most) found = sorted(i);
    most = std::max(most, count);
  }
  return found;
}

double fill_of(const arma::mat& X, arma::uword column, const ColumnOptions& options) {
  const arma::vec values = values_of(X, column);
  const Missing missing = options.missing;
  const bool is_category = options.categories.is_category(column);
  if (is_category && options.categories.missing_is_level) return kNothing;
  if (missing == Missing::refuse) {
    if (values.n_elem < X.n_rows)
      throw NumericalError(fmt::format("input column {} has a missing entry", column + 1));
    return kNothing;
  }
  if (values.is_empty())
    throw NumericalError(fmt::format(
        "input column {}: no training sample has a value, and a missing one cannot be filled", column + 1));
  if (is_category) return commonest(values);
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

/// sqrt(mean (x - mean)^2). Squares of numbers beyond 1e-140 and 1e140 would leave the range of a double:
/// these are brought near 1 by a power of two, which rounds nothing.
double deviation(const arma::vec& values) {
  const double largest = arma::abs(values - values.front()).max();
  if (largest == 0.0 || (largest > 1e-140 && largest < 1e140)) return arma::stddev(values, 1);
  const int exponent = std::ilogb(largest);
  arma::vec near = values - values.front();
  near.for_each([&](double& x) { x = std::ldexp(x, -exponent); });
  return std::ldexp(arma::stddev(near, 1), exponent);
}

/// throws  NumericalError where a column has no finite offset or width
void require_scale(const arma::rowvec& offset, const arma::rowvec& width, const arma::mat& X) {
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    if (!std::isfinite(offset(j)) || !std::isfinite(1.0 / width(j)) || !std::isfinite(width(j)))
      throw NumericalError(fmt::format(
          "column {}: its numbers, from {:.3g} to {:.3g}, are too large or too near to each other to be "
          "scaled",
          j + 1, X.col(j).min(), X.col(j).max()));
  }
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
  arma::mat rows;
  if (!kept.is_loading()) {
    const ColumnTransform fitted = fitted_to(X, options);
    rows = arma::join_cols(fitted.fill_, fitted.offset_, fitted.width_);
  }
  kept.field(name, {3, X.n_cols, true}, rows);
  ColumnTransform result;
  result.fill_ = rows.row(0);
  result.offset_ = rows.row(1);
  result.width_ = rows.row(2);
  if (!rows.rows(1, 2).is_finite() || !(rows.row(2).min() > 0.0))
    throw DataError(fmt::format("the model's array '{}' holds a number that no fit has", name));
  if (!options.categories.names.empty()) result.codings_ = codings_of(filled(X, result.fill_), options);
  return result;
}

std::vector<ColumnTransform::Coding> ColumnTransform::codings_of(const arma::mat& complete,
                                                                 const ColumnOptions& options) {
  std::vector<Coding> codings;
  for (arma::uword j = 0; j < complete.n_cols; ++j) {
    if (!options.categories.is_category(j)) continue;
    Coding coding;
    coding.column = j;
    coding.name = options.categories.names[j];
    coding.missing_is_level = options.categories.missing_is_level;
    for (const double entry : complete.col(j)) coding.levels.push_back(coding.level_of(entry));
    std::sort(coding.levels.begin(), coding.levels.end());
    coding.levels.erase(std::unique(coding.levels.begin(), coding.levels.end()), coding.levels.end());
    for (const auto& [no, yes] : kTwoValued)
      coding.leaves_out_first = coding.leaves_out_first || coding.levels == std::vector<double>{no, yes};
    codings.push_back(std::move(coding));
  }
  return codings;
}

double ColumnTransform::Coding::level_of(double entry) const {
  return std::isnan(entry) && missing_is_level ? kMissingLevel : entry;
}

bool ColumnTransform::Coding::has(double level) const {
  return std::binary_search(levels.begin(), levels.end(), level);
}

ColumnTransform ColumnTransform::fitted_to(const arma::mat& X, const ColumnOptions& options) {
  ColumnTransform result = identity(X.n_cols);
  for (arma::uword j = 0; j < X.n_cols; ++j) result.fill_(j) = fill_of(X, j, options);
  const arma::mat complete = filled(X, result.fill_);
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    const Scale scale = options.scale_of(j);
    if (scale == Scale::none || options.categories.is_category(j)) continue;
    const arma::vec column = complete.col(j);
    result.offset_(j) = scale == Scale::standard ? arma::mean(column) : column.min();
    // A constant column has no width, and stays constant.
    if (!is_constant(column))
      result.width_(j) = scale == Scale::standard ? deviation(column) : column.max() - column.min();
  }
  require_scale(result.offset_, result.width_, complete);
  if (!options.categories.names.empty()) result.codings_ = codings_of(complete, options);
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
  return codings_.empty() ? result : with_indicators(result);
}

/// The columns of categories have offset 0 and width 1: their entries are still levels.
arma::mat ColumnTransform::with_indicators(const arma::mat& scaled) const {
  const std::vector<arma::uword> counts = widths();
  arma::mat result(scaled.n_rows, std::accumulate(counts.begin(), counts.end(), arma::uword{0}));
  arma::uword at = 0;
  auto coding = codings_.begin();
  for (arma::uword j = 0; j < scaled.n_cols; ++j) {
    if (coding == codings_.end() || coding->column != j) {
      result.col(at++) = scaled.col(j);
      continue;
    }
    for (std::size_t l = coding->leaves_out_first ? 1 : 0; l < coding->levels.size(); ++l, ++at) {
      for (arma::uword i = 0; i < scaled.n_rows; ++i)
        result(i, at) = coding->level_of(scaled(i, j)) == coding->levels[l] ? 1.0 : 0.0;
    }
    ++coding;
  }
  return result;
}

std::vector<arma::uword> ColumnTransform::widths() const {
  std::vector<arma::uword> counts(offset_.n_elem, 1);
  for (const Coding& coding : codings_)
    counts[coding.column] = coding.levels.size() - (coding.leaves_out_first ? 1 : 0);
  return counts;
}

std::map<std::string, arma::vec> ColumnTransform::unseen(const arma::mat& X) const {
  require_columns(X);
  std::map<std::string, arma::vec> found;
  for (const Coding& coding : codings_) {
    arma::vec marks(X.n_rows, arma::fill::zeros);
    for (arma::uword i = 0; i < X.n_rows; ++i) {
      const double entry = X(i, coding.column);
      const bool is_filled = std::isnan(entry) && !coding.missing_is_level;
      marks(i) = is_filled || coding.has(coding.level_of(entry)) ? 0.0 : 1.0;
    }
    if (marks.max() > 0.0) found[coding.name] = std::move(marks);
  }
  return found;
}

std::optional<double> ColumnTransform::level_of_unseen(const std::string& name) const {
  for (const Coding& coding : codings_) {
    if (coding.name == name && coding.leaves_out_first) return coding.levels.front();
  }
  return std::nullopt;
}

arma::mat ColumnTransform::undo(const arma::mat& X) const {
  require_columns(X);
  arma::mat result = X.each_row() % width_;
  result.each_row() += offset_;
  return result;
}

}  // namespace preimage::models
