// The tie rule: among real values that rounding does not tell apart, the first in the data's order wins.
//   Value j is known to +- e_j. The smallest is the first j with
//     v_j - e_j <= min_l (v_l + e_l),
//   so j ties with the best value l where they differ by e_j + e_l at most. The rounding of the values
//   compared decides, never that of the largest of all: a value far from the best one widens no tie. Rounding
//   differs between CPUs, data do not; so the choice is the same on all of them wherever e bounds the
//   rounding.
// What e is, for the values that the library compares:
//   sum of products sum_i a_i b_i       kRoundingOfSums sum_i |a_i b_i|, or a bound of that sum
//   squared distance of vectors         by how it was computed: linalg::distance_errors
//   squared distance by kernel values   kRoundingOfSums (k(x, x) + k(x', x'))
//   prediction of a ridge               regression/ridge_rounding.hpp, carried by outputs::FeaturePoints
//   point along kept directions         outputs::KernelPca::coordinate_error
//   loss                                losses::Loss::errors
// Counts (votes of neighbours, wrong symbols) are exact: e = 0, and a plain comparison does.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace preimage::base {

/// Of a sum of products, relative to the sum of their absolute values: some thousand terms in any order, with
/// factors that are themselves off by a few units in the last place.
inline constexpr double kRoundingOfSums = 16.0 * std::numeric_limits<double>::epsilon();

/// The position of the smallest value by the tie rule.
/// values  n >= 1, none NaN;  errors  n, finite, >= 0
/// throws  std::invalid_argument where there is no value, or another number of errors
/// cost    O(n)
std::size_t first_smallest(std::span<const double> values, std::span<const double> errors);
std::size_t first_largest(std::span<const double> values, std::span<const double> errors);

/// All positions that tie with the smallest value, ascending.
/// throws and cost  as above
std::vector<std::size_t> equal_to_smallest(std::span<const double> values, std::span<const double> errors);

/// Positions of the `count` smallest values: the smallest by the tie rule, then the smallest of the others,
/// and so on.
/// throws  std::invalid_argument as above, and where count exceeds n
/// cost    O(n + count log count) where few values tie
std::vector<std::size_t> smallest_in_order(std::span<const double> values, std::span<const double> errors,
                                           std::size_t count);

}  // namespace preimage::base
