// The squared Euclidean distance between the rows of two matrices: one definition, and a faster way to it.
#pragma once

#include <armadillo>

#include "preimage/armadillo.hpp"

namespace preimage::linalg {

/// throws  std::invalid_argument where the rows of A and B differ in length
void require_same_width(const arma::mat& A, const arma::mat& B);

/// Entry (i, j) = sum_f (A_if - B_jf)^2, summed in the order of f: never negative, exactly 0 for equal rows,
/// exactly symmetric, and each entry the same bits in any block. (The form |x|^2 + |x'|^2 - 2 x.x' is none of
/// these, and loses all digits far from the origin.)
/// A  n x d, B  m x d;  returns  n x m
/// throws  std::invalid_argument where the widths differ
/// cost    O(n m d)
arma::mat squared_euclidean_distances(const arma::mat& A, const arma::mat& B);

/// The same of A with itself, for about half the cost: the same bits.
arma::mat squared_euclidean_distances(const arma::mat& A);

/// The same to about 11 digits of each entry, by one matrix product where the rows are so long that it is
/// faster:
///   |a|^2 + |b|^2 - 2 a.b,  a and b measured from the smallest value of each coordinate,
/// and from the differences where less than 1 / 128 of |a|^2 + |b|^2 remains. So rows far from the origin
/// keep their neighbours. Of whole numbers all entries are exact while no square of a norm reaches 2^53. NaN
/// passes through. Where A and B are one object the result is exactly symmetric and 0 on the diagonal.
/// A  n x d, B  m x d;  returns n x m
/// throws  std::invalid_argument where the widths differ
/// cost    O(n m d)
arma::mat squared_distances_by_product(const arma::mat& A, const arma::mat& B);

/// By how much rounding may have moved d^2_ij, as squared_distances_by_product computes it, and the scaling
/// of columns before:
///   4 eps d_ij (s(a_i) + s(b_j)) + (w + 3) / 2 eps d^2_ij  from differences, of rows of w numbers
///   4 eps d_ij (s(a_i) + s(b_j)) + 16 eps min(|a_i|^2 + |b_j|^2, 128 d^2_ij)  by the product, a and b as
///                                                                             there
///   s(x)^2 = sum_f min(|x_f|, |x_f - c_f| + s_f)^2,  c_f and s_f mean and standard deviation of column
///                                                     f of B
/// A scaled coordinate is known to a unit in its last place; what a column has in common (an offset of 10^6)
/// adds nothing.
/// squared  n x m, what squared_distances_by_product returned;  returns  n x m
/// cost  O(n m + (n + m) d)
arma::mat distance_errors(const arma::mat& A, const arma::mat& B, const arma::mat& squared);

}  // namespace preimage::linalg
