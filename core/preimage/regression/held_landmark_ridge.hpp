// Kernel ridge regression on landmarks by conjugate gradients, where the kernel values of all samples with the landmarks are held.
#pragma once

#include <armadillo>
#include <deque>

namespace preimage::regression {

/// Conjugate gradients go on until their residual is this part of the first one, in the norm r' P^-1 r of the preconditioner P.
inline constexpr double kIteratedResidual = 1e-10;
/// What the residual of the result, computed anew from all samples, may be at most.
inline constexpr double kAcceptedResidual = 1e-8;

struct IteratedCoefficients {
  arma::mat values;            // m x q
  arma::uword iterations = 0;  // most of any output
  double residual = 0.0;       // of the result, computed anew; the largest of any output
};

/// The solution of LandmarkRidge (landmark_ridge.hpp),
///   (K_Mn K_nM + ridge K_MM) a = K_Mn Y,
/// by preconditioned conjugate gradients [Rudi, Carratino and Rosasco 2017] on K_nM as it is, in double precision. Their
/// preconditioner is not the K_MM K_MM n / M of that paper, which takes 50 to 80 iterations at ten outputs, but the normal equations
/// themselves with the product of all rows in single precision. So that its rounding does no harm, the first r <= 128 landmarks
/// are taken out first, in double precision:
///   K_Mn = C G + E,  C = K_Mr L_r^-T,  G = L_r^-1 K_rn,   K_Mn K_nM = C (G G') C' + C (E G')' + (E G') C' + E E'
/// and only E E' is in single precision. Some five iterations are left. About half of the time of the direct way where M is large
/// and outputs are few, for n M numbers of memory.
class HeldLandmarkRidge {
 public:
  /// Landmarks in the span of those before them are dropped, as by LandmarkNormalEquations.
  /// K_MM    of all landmarks; moved in, and kept as it is where none is dropped
  /// throws  NumericalError (not symmetric, not finite, nothing but zeros)
  HeldLandmarkRidge(arma::mat K_MM, arma::uword n_outputs);

  /// Positions of the m <= M landmarks that were kept.
  const arma::uvec& kept() const { return kept_; }

  /// K_columns  m x b, kernel values of the kept landmarks with some samples; held
  /// Y_rows     b x q, of the same samples
  /// throws  NumericalError (shapes; outputs that are not finite)
  /// cost    b m^2 flops in single precision, 4 b m r + 2 b m q in double; memory b m numbers, half as much beside them in single precision
  void add(arma::mat K_columns, const arma::mat& Y_rows);

  /// throws  NumericalError: a kernel value that was not finite, ridge < 0, equations that are not positive definite in single
  ///         precision, or whose residual is too large after 100 iterations; each with what to do. Nothing else is returned then.
  /// cost    m^3 / 3 flops, and 4 (n + m) m q for each iteration; memory m^2 numbers
  IteratedCoefficients coefficients(double ridge) const;

 private:
  arma::mat preconditioner(double ridge) const;  // its Cholesky factor
  arma::mat times(const arma::mat& V, double ridge) const;

  arma::uvec kept_;
  arma::mat K_MM_;
  arma::mat C_;                      // m x r: of the leading landmarks
  arma::mat G_G_, E_G_;              // r x r, m x r
  arma::mat E_E_;                    // m x m, its lower triangle
  arma::mat E_;                      // of one block, some rows at a time
  arma::fmat single_E_, block_E_E_;  // of one block, m x b, and its m x m product
  arma::mat right_;                  // m x q: K_Mn Y
  std::deque<arma::mat> columns_;    // K_Mn; a vector would copy them as it grows
};

}  // namespace preimage::regression
