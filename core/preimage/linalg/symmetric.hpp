// The only callers of eig_sym, chol and solve. Armadillo accepts non-symmetric and singular input with a
// warning; here both are errors, and nothing is jittered or cut in secret.
#pragma once

#include <armadillo>
#include <string>
#include <utility>

#include "preimage/armadillo.hpp"

namespace preimage::linalg {

/// Throws NumericalError naming `what` and the first offending entry where `matrix` holds NaN or infinity.
void require_finite(const arma::mat& matrix, const std::string& what);

/// max_ij |A_ij|: 0 of an empty matrix, not finite where an entry is not.
/// cost  O(n^2), eight entries at a time
double largest_size(const arma::mat& matrix);

/// Throws NumericalError where `matrix` is not square, not finite, or |A_ij - A_ji| exceeds 1e-10 of its
/// largest entry.
void require_symmetric(const arma::mat& matrix, const std::string& what);

/// A_ij == A_ji for all i and j; false where an entry is NaN.
bool is_exactly_symmetric(const arma::mat& matrix);

/// What is below the diagonal of a square matrix is written above it, or the other way round.
void mirror_lower(arma::mat& matrix);
void mirror_upper(arma::mat& matrix);

/// A matrix that was found symmetric and finite once, and is factorised again and again (once per ridge).
class SymmetricMatrix {
 public:
  /// throws  NumericalError naming `what`, as require_symmetric
  SymmetricMatrix(arma::mat matrix, std::string what) : matrix_(std::move(matrix)), what_(std::move(what)) {
    require_symmetric(matrix_, what_);
  }
  const arma::mat& values() const { return matrix_; }
  const std::string& what() const { return what_; }

 private:
  arma::mat matrix_;
  std::string what_;
};

/// A = V diag(values) V', values in descending order, columns of V orthonormal.
struct EigenDecomposition {
  arma::vec values;
  arma::mat vectors;
};

/// Eigendecomposition.
/// throws  NumericalError
/// cost    O(n^3), about 9 n^3 flops
EigenDecomposition symmetric_eigen(const SymmetricMatrix& matrix);
inline EigenDecomposition symmetric_eigen(const arma::mat& matrix, const std::string& what) {
  return symmetric_eigen(SymmetricMatrix(matrix, what));
}

/// (A + ridge I)^-1 by one Cholesky factorisation; exactly symmetric.
/// rcond   where it is given: the certain reciprocal condition number (condition.hpp)
/// throws  NumericalError where A + ridge I is not positive definite to working precision
/// cost    O(n^3), n^3 flops
arma::mat regularised_inverse(const SymmetricMatrix& matrix, double ridge, double* rcond = nullptr);

/// Whether A + shift I is numerically positive definite: the smallest eigenvalue of A lies above -shift, to
/// rounding.
/// cost  n^3 / 3 flops
bool is_positive_definite(const SymmetricMatrix& matrix, double shift);

/// X with A X = B for any square A (LU with partial pivoting).
/// throws  NumericalError where A is not square, not finite or singular to working precision
/// cost    O(n^3)
arma::mat solve_square(const arma::mat& matrix, const arma::mat& right, const std::string& what);

/// K' = (I - 11'/m) K (I - 11'/m): the Gram matrix of the samples minus their mean in feature space.
///   [Weston et al., NIPS 2002 and TR-098, sec. 3 step 1]
/// K  m x m symmetric;  returns exactly symmetric
/// cost  O(m^2)
arma::mat centre_gram(const arma::mat& K);

/// The same for new samples, centred with the *training* means:
///   kc(x, x_j) = k(x, x_j) - mean_i k(x, x_i) - mean_i k(x_i, x_j) + mean_il k(x_i, x_l)
/// K_test_train  t x m, K_train  m x m, both uncentred;  returns t x m
arma::mat centre_cross_gram(const arma::mat& K_test_train, const arma::mat& K_train);

}  // namespace preimage::linalg
