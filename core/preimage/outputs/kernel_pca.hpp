#pragma once

#include <armadillo>
#include <optional>

#include "preimage/regression/kept_arrays.hpp"

namespace preimage::outputs {

/// Which principal directions are kept. Both limits may be set. At least one direction is kept: a count of 0
/// and a share that is not from 0 to below 1 are a NumericalError of KernelPca.
/// Equal eigenvalues (those of classes of equal size) have an eigenspace in place of directions of their own,
/// and any basis of it is as good as another. A share keeps or drops such a space whole, and what is kept
/// does not depend on the basis. A count may go through one: which of its directions are kept is then up to
/// LAPACK, and KernelPca says so.
struct ComponentCut {
  std::optional<arma::uword> count;      // at most this many
  std::optional<double> above_fraction;  // eigenvalue > fraction of the largest   [TR-098, sec. 4: 1/100]
  bool keeps_all() const { return !count && !above_fraction; }
};

/// Whether the samples' mean is taken away in feature space.
enum class Centring { training_mean, none };

/// Kernel principal components of the training outputs.
///   lambda a = L' a, L' centred, 1 = lambda_n (a^n . a^n);  (v^n . phi(y)) = sum_i a_i^n l(y_i, y)
///                                                     [Weston et al., NIPS 2002 and TR-098, sec. 3 step 1]
/// Directions whose eigenvalue is not positive (<= 1e-12 of the largest) have no length and are never kept.
class KernelPca {
 public:
  /// L  m x m symmetric, uncentred.
  /// throws  NumericalError
  /// cost    O(m^3)
  KernelPca(const arma::mat& L, const ComponentCut& cut, Centring centring = Centring::training_mean,
            const regression::KeptArrays& kept = {});

  /// m x p coordinates of the training samples (feature-space units, not whitened): sqrt(lambda_n) u_i^n.
  const arma::mat& coordinates() const { return coordinates_; }
  /// The kept eigenvalues, descending.
  const arma::vec& eigenvalues() const { return eigenvalues_; }
  /// Whether the first direction that is left out has the eigenvalue of the last one that is kept, to
  /// rounding.
  bool cuts_equal_eigenvalues() const;
  /// How far rounding may have moved the coordinates of a training sample, c = kRoundingOfSums lambda_1
  /// sqrt(lambda_p) / (lambda_p - lambda_p+1): eigenvectors turn by the rounding of the matrix over the gap
  /// that separates them from those left out
  /// [Davis and Kahan 1970], those nearest to it most. Among the kept ones a turn moves no distance. Of a cut
  /// through equal eigenvalues, and of a model file without lambda_p+1, the gap counts as lambda_p.
  double coordinate_error() const;
  /// Coordinates of new samples, centred with the training means.
  /// L_test_train  t x m, uncentred;  returns t x p
  /// cost  O(t m p)
  arma::mat project(const arma::mat& L_test_train) const;
  /// t x m weights g with sum_n z_n v^n = sum_i g_i phi(y_i) (centred, where this kernel PCA is): Z
  /// diag(lambda)^-1/2 U'.
  /// Z  t x p coordinates along the kept directions
  arma::mat expansion(const arma::mat& Z) const;
  /// U U' (m x m) for the kept orthonormal eigenvectors: weights w over centred training outputs become w U
  /// U' when the prediction is projected on the kept directions.
  arma::mat projector() const { return vectors_ * vectors_.t(); }

 private:
  arma::mat L_;
  Centring centring_;
  arma::vec eigenvalues_;
  double next_eigenvalue_ = 0.0;  // the largest of those that are left out; 0 where there is none
  arma::mat vectors_;
  arma::mat coordinates_;
};

}  // namespace preimage::outputs
