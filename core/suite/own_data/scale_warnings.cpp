#include "suite/own_data/scale_warnings.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/models/column_transform.hpp"

namespace preimage::suite::own_data {

std::vector<std::string> scale_warnings(const arma::mat& inputs, const std::vector<std::string>& names) {
  if (inputs.empty()) return {};
  constexpr double kWidestSpan = 1e3;
  double smallest = arma::datum::inf, largest = 0.0;
  arma::uword of_smallest = 0, of_largest = 0;
  for (arma::uword j = 0; j < inputs.n_cols; ++j) {
    const arma::vec column = inputs.col(j), values = column.elem(arma::find(column == column));
    if (values.n_elem < 2 || models::is_constant(values)) continue;
    const double deviation = arma::stddev(values);
    if (deviation < smallest) {
      smallest = deviation;
      of_smallest = j;
    }
    if (deviation > largest) {
      largest = deviation;
      of_largest = j;
    }
  }
  if (!(largest > kWidestSpan * smallest)) return {};
  return {fmt::format(
      "input column {} varies by {:.2g}, {} by {:.2g}, and scale is none: distances see the first "
      "alone; say scale: standard, or leave columns out",
      base::excerpt(names[of_largest]), largest, base::excerpt(names[of_smallest]), smallest)};
}

void require_distances(const arma::mat& inputs, const std::vector<std::string>& names) {
  constexpr double kLeast = 1e-150;
  if (inputs.empty()) return;
  double widest = 0.0;
  for (arma::uword j = 0; j < inputs.n_cols; ++j) {
    const arma::vec column = inputs.col(j), values = column.elem(arma::find(column == column));
    if (!values.empty()) widest = std::max(widest, values.max() - values.min());
  }
  if (widest > 0.0 && widest < kLeast)
    throw DataError(
        fmt::format("input column {} varies by {:.2g}, and no column by more, whose square is below a "
                    "double's range: all distances "
                    "would be 0; say scale: standard",
                    base::excerpt(names.front()), widest));
}

}  // namespace preimage::suite::own_data
