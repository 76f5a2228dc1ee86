#include "suite/own_data/scale_warnings.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/models/column_transform.hpp"

namespace preimage::suite::own_data {

namespace {

/// use(column, its values) for each column of numbers that has any.
template <class Use>
void for_each_column(const arma::mat& inputs, const data::ColumnLevels& levels, const Use& use) {
  for (arma::uword j = 0; j < inputs.n_cols && !inputs.is_empty(); ++j) {
    const arma::vec column = inputs.col(j), values = column.elem(arma::find(column == column));
    if (!values.is_empty() && !levels.contains(j)) use(j, values);
  }
}

}  // namespace

std::vector<std::string> scale_warnings(const arma::mat& inputs, const std::vector<std::string>& names,
                                        const data::ColumnLevels& levels) {
  constexpr double kWidestSpan = 1e3;
  std::pair<double, arma::uword> smallest{arma::datum::inf, 0}, largest{0.0, 0};
  for_each_column(inputs, levels, [&](arma::uword j, const arma::vec& values) {
    if (models::is_constant(values)) return;
    const double deviation = arma::stddev(values);
    if (deviation < smallest.first) smallest = {deviation, j};
    if (deviation > largest.first) largest = {deviation, j};
  });
  if (!(largest.first > kWidestSpan * smallest.first)) return {};
  return {fmt::format(
      "input column {} varies by {:.2g}, {} by {:.2g}, and scale is none: distances see the first "
      "alone; say scale: standard, or leave columns out",
      base::excerpt(names[largest.second]), largest.first, base::excerpt(names[smallest.second]),
      smallest.first)};
}

void require_distances(const arma::mat& inputs, const std::vector<std::string>& names,
                       const data::ColumnLevels& levels) {
  constexpr double kLeast = 1e-150;
  double widest = 0.0;
  std::string first;
  for_each_column(inputs, levels, [&](arma::uword j, const arma::vec& values) {
    if (first.empty()) first = names[j];
    widest = std::max(widest, values.max() - values.min());
  });
  if (widest > 0.0 && widest < kLeast)
    throw DataError(
        fmt::format("input column {} varies by {:.2g}, and no column by more, whose square is below a "
                    "double's range: all distances would be 0; say scale: standard",
                    base::excerpt(first), widest));
}

}  // namespace preimage::suite::own_data
