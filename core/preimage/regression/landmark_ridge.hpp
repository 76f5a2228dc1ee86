// Kernel ridge regression on landmarks: g(x) = sum_j a_j k(z_j, x), fitted to all samples, whose kernel
// values with the landmarks come block by block and are never held.
#pragma once

#include <armadillo>
#include <deque>

#include "preimage/linalg/incomplete_cholesky.hpp"
#include "preimage/regression/kept_arrays.hpp"

namespace preimage::regression {

/// What rounding does to a solution.
struct LandmarkErrors {
  /// Of the solved equations (linalg/condition.hpp), and at most eps / rounding.
  double rcond = 1.0;
  /// R of predictions k_M(x)' a, m x 4 (ridge_rounding.hpp). Kernel values are known to eps of their samples'
  /// lengths, those of landmarks to m eps where some are dropped, as so much may be left of each. With A =
  /// K_Mn K_nM, whose sums are known to eps max A_jj where they are rounded before they are solved for L,
  ///   df(x) = p(x)' dK_MM a + w(x)' (dK_Mn (Y - f) + dA a),   K_MM p(x) = k_M(x),  (A + ridge K_MM) w(x) =
  ///   k_M(x)
  /// beside the rounding of the solution. What landmarks that are dropped would have added is no part of it.
  arma::mat columns = {};
  /// By about how much of their size rounding moves predictions for the samples: eps |K_nM R| / |f|.
  double rounding = 0.0;
  /// The same of the ridge on all samples: eps |y - f| / (ridge |f|).
  double of_ridge = 0.0;

  /// Whether rounding has taken more than 100 times what it takes of the ridge on all samples, or 1e-8. Less
  /// than 1e-12 is nothing.
  bool is_worse_than_ridge() const;
  /// rcond, and the rounding where it is worse.
  FitQuality quality() const { return {rcond, is_worse_than_ridge() ? rounding : 0.0}; }
};

/// Fitted: for all ridges.
class LandmarkRidge {
 public:
  /// a = (K_Mn K_nM + ridge K_MM)^-1 K_Mn Y = L^-T (L^-1 K_Mn K_nM L^-T + ridge I)^-1 L^-1 K_Mn Y,  m x q
  /// throws  NumericalError where it is not positive definite or singular to working precision (ridge 0, and
  ///         more landmarks than samples tell apart)
  /// cost    m^3 / 3 + 4 m^2 q flops; memory m^2 numbers
  arma::mat coefficients(double ridge, LandmarkErrors* errors = nullptr) const;
  /// The same of outputs Y = I: the weights of all n outputs.
  /// right  K_Mn, m x n
  arma::mat coefficients(double ridge, arma::mat right, LandmarkErrors* errors = nullptr) const;
  /// tr(K_nM K_MM^-1 K_Mn): what the landmarks explain of tr(K)
  double explained_trace() const { return arma::trace(normal_); }

 private:
  friend class LandmarkNormalEquations;
  LandmarkRidge() = default;
  arma::mat solved(double ridge, const arma::mat& right, double squares, LandmarkErrors* errors) const;

  arma::mat L_, normal_, right_;  // K_MM = L L'; L^-1 K_Mn K_nM L^-T, L^-1 K_Mn Y
  double squares_ = 0.0;          // |Y|^2
  double summed_ = 0.0;           // max A_jj of sums; 0 where blocks were solved for L before
  double known_to_ = 0.0;         // in units of eps: 1, or m where landmarks were dropped
};

/// Collects what the minimum of
///   ||Y - K_nM a||^2 + ridge tr(a' K_MM a)  [Williams and Seeger 2001; Rudi et al. 2015]
/// needs of all n samples, M^2 numbers. It is M = n of the plain ridge (kernel_ridge.hpp) where all are
/// landmarks.
class LandmarkNormalEquations {
 public:
  /// Landmarks in the span of others are dropped (linalg::independent_cholesky), never jittered: their
  /// coefficients would be of no use, and K_MM singular.
  /// K_MM             of all landmarks
  /// n_samples        how many rows will come, at least roughly
  /// smallest_ridge   that will be asked for. Rounding of K_Mn K_nM grows by K_MM^-1: where a bound of it
  ///                  exceeds 1e-4 of this ridge, every block of rows is solved for L' before it is
  ///                  multiplied, for twice the flops.
  /// throws           NumericalError (not symmetric, not finite, nothing but zeros, ridge < 0)
  LandmarkNormalEquations(const arma::mat& K_MM, arma::uword n_samples, arma::uword n_outputs,
                          double smallest_ridge);

  /// Positions of the m <= M landmarks that were kept, in the order of the coefficients.
  const arma::uvec& kept() const { return kept_; }
  bool solves_blocks() const { return solves_blocks_; }

  /// K_rows  b x m, kernel values of some samples with the kept landmarks
  /// Y_rows  b x q, of the same samples
  /// throws  NumericalError (shapes; outputs that are not finite)
  /// cost    b m^2 + 2 b m q flops
  void add(arma::mat K_rows, const arma::mat& Y_rows);

  /// throws  NumericalError where a kernel value was not finite
  /// cost    m^3 flops
  LandmarkRidge solved() &&;

 private:
  arma::uvec kept_;
  LandmarkRidge sums_;  // of the normal equations the lower triangle
  bool solves_blocks_ = false;
};

// Kernel ridge regression on landmarks by conjugate gradients, where the kernel values of all samples with
// the landmarks are held.

/// Conjugate gradients go on until their residual is this part of the first one, in the norm r' P^-1 r of the
/// preconditioner P.
inline constexpr double kIteratedResidual = 1e-10;
/// What the residual of the result, computed anew from all samples, may be at most.
inline constexpr double kAcceptedResidual = 1e-8;

struct IteratedCoefficients {
  arma::mat values;            // m x q
  arma::uword iterations = 0;  // most of any output
  double residual = 0.0;       // of the result, computed anew; the largest of any output
  /// R of predictions (ridge_rounding.hpp) by what the residual r leaves open, |k_M(x)' P^-1 r| <= |k_M(x)|_P
  /// |r|_P.
  arma::mat columns = {};
};

/// The solution of LandmarkRidge (landmark_ridge.hpp),
///   (K_Mn K_nM + ridge K_MM) a = K_Mn Y,
/// by preconditioned conjugate gradients [Rudi, Carratino and Rosasco 2017] on K_nM as it is, in double
/// precision. Their preconditioner is not the K_MM K_MM n / M of that paper, which takes 50 to 80 iterations
/// at ten outputs, but the normal equations themselves with the product of all rows in single precision. So
/// that its rounding does no harm, the first r <= 128 landmarks are taken out first, in double precision:
///   K_Mn = C G + E,  C = K_Mr L_r^-T,  G = L_r^-1 K_rn,   K_Mn K_nM = C (G G') C' + C (E G')' + (E G') C' +
///   E E'
/// and only E E' is in single precision. Some five iterations are left. About half of the time of the direct
/// way where M is large and outputs are few, for n M numbers of memory.
class HeldLandmarkRidge {
 public:
  /// Landmarks in the span of others are dropped, as by LandmarkNormalEquations.
  /// K_MM    of all landmarks; moved in, and kept as it is where none is dropped
  /// throws  NumericalError (not symmetric, not finite, nothing but zeros)
  HeldLandmarkRidge(arma::mat K_MM, arma::uword n_outputs);

  /// Positions of the m <= M landmarks that were kept.
  const arma::uvec& kept() const { return kept_; }

  /// K_columns  m x b, kernel values of the kept landmarks with some samples; held
  /// Y_rows     b x q, of the same samples
  /// throws  NumericalError (shapes; outputs that are not finite)
  /// cost    b m^2 flops in single precision, 4 b m r + 2 b m q in double; memory b m numbers, half as much
  ///         beside them in single precision
  void add(arma::mat K_columns, const arma::mat& Y_rows);

  /// throws  NumericalError: a kernel value that was not finite, ridge < 0, equations that are not positive
  ///         definite in single precision, or whose residual is too large after 100 iterations; each with
  ///         what to do. Nothing else is returned then.
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
  arma::fmat single_E_, block_E_E_;  // of one block, m x b, and minus its m x m product
  arma::mat right_;                  // m x q: K_Mn Y
  std::deque<arma::mat> columns_;    // K_Mn; a vector would copy them as it grows
};

}  // namespace preimage::regression
