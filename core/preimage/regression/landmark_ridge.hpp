// Kernel ridge regression on landmarks: g(x) = sum_j a_j k(z_j, x), fitted to all samples, whose kernel values with the landmarks
// come block by block and are never held.
#pragma once

#include <armadillo>

#include "preimage/linalg/block_cholesky.hpp"

namespace preimage::regression {

/// Fitted: for all ridges.
class LandmarkRidge {
 public:
  /// L  m x m with K_MM = L L';  normal  L^-1 K_Mn K_nM L^-T;  right  L^-1 K_Mn Y, m x q
  LandmarkRidge(arma::mat L, arma::mat normal, arma::mat right);

  /// a = (K_Mn K_nM + ridge K_MM)^-1 K_Mn Y = L^-T (L^-1 K_Mn K_nM L^-T + ridge I)^-1 L^-1 K_Mn Y,  m x q
  /// rcond   where it is given: of L^-1 K_Mn K_nM L^-T + ridge I (linalg/condition.hpp)
  /// throws  NumericalError where it is not positive definite or singular to working precision by that number (ridge 0, and more
  ///         landmarks than samples tell apart)
  /// cost    m^3 / 3 + 4 m^2 q flops; memory m^2 numbers
  arma::mat coefficients(double ridge, double* rcond = nullptr) const;
  /// The same of other outputs.
  /// right  m x q, K_Mn Y: K_Mn itself gives the weights of all n outputs
  arma::mat coefficients(double ridge, arma::mat right, double* rcond = nullptr) const;
  /// tr(K_nM K_MM^-1 K_Mn): what the landmarks explain of tr(K)
  double explained_trace() const { return arma::trace(normal_); }

 private:
  arma::mat solved(double ridge, arma::mat right, double* rcond) const;
  arma::mat L_, normal_, right_;
};

/// Collects what the minimum of
///   ||Y - K_nM a||^2 + ridge tr(a' K_MM a)                          [Williams and Seeger 2001; Rudi et al. 2015]
/// needs of all n samples, M^2 numbers. It is M = n of the plain ridge (kernel_ridge.hpp) where all are landmarks.
class LandmarkNormalEquations {
 public:
  /// Landmarks in the span of those before them are dropped (linalg::independent_cholesky), never jittered: their coefficients
  /// would be of no use, and K_MM singular.
  /// K_MM             of all landmarks
  /// n_samples        how many rows will come, at least roughly
  /// smallest_ridge   that will be asked for. Rounding of K_Mn K_nM grows by K_MM^-1: where a bound of it exceeds 1e-4 of this
  ///                  ridge, every block of rows is solved for L' before it is multiplied, for twice the flops.
  /// throws           NumericalError (not symmetric, not finite, nothing but zeros, ridge < 0)
  LandmarkNormalEquations(const arma::mat& K_MM, arma::uword n_samples, arma::uword n_outputs,
                          double smallest_ridge);

  /// Positions of the m <= M landmarks that were kept.
  const arma::uvec& kept() const { return kept_; }
  bool solves_blocks() const { return solves_blocks_; }

  /// K_rows  b x m, kernel values of some samples with the kept landmarks
  /// Y_rows  b x q, of the same samples
  /// throws  NumericalError (shapes; outputs that are not finite)
  /// cost    b m^2 + 2 b m q flops
  void add(arma::mat K_rows, const arma::mat& Y_rows);

  /// throws  NumericalError where a kernel value was not finite;  cost  m^3 flops
  LandmarkRidge solved() &&;

 private:
  arma::uvec kept_;
  arma::mat L_, normal_, right_;  // of the normal equations the lower triangle
  bool solves_blocks_ = false;
};

}  // namespace preimage::regression
