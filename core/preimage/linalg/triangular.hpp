// Products and solutions of BLAS that are to end where they begin: Armadillo's operators make a copy first.
#pragma once

#include <armadillo>

#include "preimage/armadillo.hpp"

namespace preimage::linalg {

/// C += A'A on and below the diagonal; the rest of C is neither read nor written (BLAS's syrk).
/// C  m x m, A  b x m;  throws std::invalid_argument where they do not fit;  cost b m^2 flops, no memory
void add_inner_products(arma::mat& C, const arma::mat& A);

/// C = A A' on and below the diagonal, in single precision; the rest of C is not read, and is written only where A has no entries.
/// C  m x m, A  m x b;  throws, cost as above, at half the time of double precision
void row_products(arma::fmat& C, const arma::fmat& A);

/// B <- L^-1 B, for a lower triangular L without zeros on its diagonal; the rest of L is not read (BLAS's trsm).
/// L  m x m, B  m x q;  throws std::invalid_argument where they do not fit;  cost m^2 q flops
void solve_lower(const arma::mat& L, arma::mat& B);
/// B <- L^-T B, m x q
void solve_lower_transposed(const arma::mat& L, arma::mat& B);
/// B <- B L^-T, q x m
void solve_lower_from_right(const arma::mat& L, arma::mat& B);

/// L^-1 A L^-T for a symmetric A, both of them read on and below the diagonal (LAPACK's sygst).
/// A, L  m x m;  returns  m x m, exactly symmetric
/// throws  std::invalid_argument where they do not fit;  cost m^3 flops
arma::mat between_inverse_factors(arma::mat A, const arma::mat& L);

}  // namespace preimage::linalg
