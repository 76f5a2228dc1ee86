// Machines with a bias on a Gram matrix that is centred first, and judged in double precision.
#pragma once

#include <armadillo>

#include "preimage/regression/smo_steps.hpp"
#include "preimage/regression/support_vectors.hpp"

namespace preimage::regression {

/// A Gram matrix whose common part is taken off:
///   K'_ij = K_ij - c_i - c_j,   c_i = mean_j K_ij - mean_jk K_jk / 2
/// Where the coefficients b of a machine sum to 0, as those of every dual with a bias do, b'K'b = b'Kb, and
///   (Kb)_i = (K'b)_i + c'b
/// goes into the bias. A linear kernel's K' does not change where all inputs are shifted; its K grows with the square of the shift, and
/// single precision then has no digit for what tells samples apart. Where the largest K'_ii is more than a quarter of the largest K_ii,
/// which gains less than two bits, c is 0.
class CentredGram {
 public:
  /// K         m x m, symmetric, finite, not empty; it has to outlive this
  /// diagonal  d, m, added to K's
  /// cost      O(m^2)
  CentredGram(const arma::mat& K, arma::vec diagonal);

  arma::uword size() const { return K_.n_rows; }
  /// K'_ij
  double operator()(arma::uword i, arma::uword j) const {
    return K_.at(i, j) - (common_.at(i) + common_.at(j));
  }
  /// K'_ii + d_i
  double diagonal(arma::uword i) const { return (*this)(i, i) + added_(i); }
  /// (K' + diag(d)) b.  cost  2 m^2 flops
  arma::vec times(const arma::vec& coefficients) const;
  /// c'b
  double common(const arma::vec& coefficients) const { return arma::dot(common_, coefficients); }
  /// What a value (K b)_i may be off because the entries of K are doubles.
  double rounding(const arma::vec& coefficients) const;

 private:
  const arma::mat& K_;
  arma::vec common_, added_;
};

/// Ends a training on K' + diag(d), whose n duals belong to sample t mod m each. Duals that are not known to be right are judged by the
/// optimality conditions with gradients computed anew in double; where these do not hold to 1.5 times the tolerance, it trains in double.
/// scale         of K where the duals were trained: the coefficients are scale y_t a_t
/// is_right      the conditions are known to hold
/// returns       the function, its bias put back; not converged where the conditions do not hold to 1.5 times the tolerance, or the
///               rounding of K alone is more than half of it
/// throws        NumericalError: a coefficient or the bias is no finite number
/// cost          2 m^2 flops; in double O(m) a step
DualFunction finish(const CentredGram& K, smo::Duals& duals, double scale, bool is_right, double tolerance);

}  // namespace preimage::regression
