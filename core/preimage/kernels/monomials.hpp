// The monomials behind the polynomial kernel.
#pragma once

#include <armadillo>

namespace preimage::kernels {

/// The monomials of (1, u_1, ..., u_D) of a degree, so those of u of at most that degree, in the order of
/// their factors' numbers: 1...1, 1...1 u_1, .... With w = monomial_weights,
///   (u . v + offset)^degree = sum_f w_f f(u) f(v)
/// C(D + degree, degree), as a floating-point number because it may be out of bounds.
double monomial_count(arma::uword dimensions, long degree);

/// degree! / (m_0! m_1! ... m_D!) offset^m_0, where m_k is how often the factor k comes.
arma::vec monomial_weights(arma::uword dimensions, long degree, double offset);

/// sum_i f(row i of `rows`) for every monomial f: monomial_count numbers from `sums` on.
/// cost  about one product per row and monomial
void sum_monomials(const arma::mat& rows, long degree, double* sums);

}  // namespace preimage::kernels
