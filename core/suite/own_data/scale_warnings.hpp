#pragma once

#include <armadillo>
#include <string>
#include <vector>

#include "suite/data/vectors.hpp"

namespace preimage::suite::own_data {

/// Where the standard deviations of input columns differ by more than 1000 times, a line that names the
/// largest and the smallest: distances see the first alone. Columns of one value only do not count; gaps are
/// left out.
/// inputs  n x d, NaN where there is a gap;  names  d;  levels  of columns that hold categories, which do not
///         count either
std::vector<std::string> scale_warnings(const arma::mat& inputs, const std::vector<std::string>& names,
                                        const data::ColumnLevels& levels = {});

/// throws  DataError where the columns differ by so little that the square of every difference is no double:
/// all distances are 0
void require_distances(const arma::mat& inputs, const std::vector<std::string>& names,
                       const data::ColumnLevels& levels);

}  // namespace preimage::suite::own_data
