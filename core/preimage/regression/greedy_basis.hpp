// Kernel ridge regression on a few basis samples S: g(x) = sum_{i in S} alpha_i k(x_i, x), fitted to all
// rows.
//   [Cortes, Mohri and Weston 2005, sec. 3]
#pragma once

#include <armadillo>
#include <mutex>
#include <optional>
#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/linalg/incomplete_cholesky.hpp"
#include "preimage/regression/kept_arrays.hpp"

namespace preimage::regression {

/// The least-squares fit on a growing basis, for all outputs at once:
///   minimise ||Y - K_*S alpha||^2 + ridge tr(alpha' K_SS alpha)          [with a ridge]
/// In the basis' own coordinates (K_*S = G L', K_SS = L L', PartialCholesky) this is ridge regression on the
/// columns of G; one new column is made orthogonal to those before it, and the residuals lose their part
/// along it. So a step costs O(m |S|) instead of a refit.      [Cortes, Mohri and Weston 2005, eq. (8)]
class BasisRegression {
 public:
  /// diagonal  of the m x m K;  Y  m x q;  ridge >= 0;  max_size <= m
  /// throws    NumericalError (shapes, not finite, a negative diagonal or ridge)
  BasisRegression(const arma::vec& diagonal, const arma::mat& Y, arma::uword max_size, double ridge);

  /// Whether sample j lies outside the span of the basis: its duplicates, for instance, do not.
  bool is_independent(arma::uword j) const { return partial_.is_independent(j); }
  /// Adds sample j.
  /// column  of K, m x 1.
  /// throws  NumericalError as PartialCholesky::append does
  /// cost    6 m |S| + |S|^2 + 4 m q flops
  void append(arma::uword j, const arma::vec& column);

  /// Room for as many samples, unless there is more. No bit depends on it.
  /// throws  NumericalError where it exceeds m
  void make_room(arma::uword max_size);

  arma::uword size() const { return partial_.rank(); }
  /// Y - K_*S alpha, m x q
  const arma::mat& residuals() const { return residuals_; }
  /// The last column q of the orthogonal basis, m x 1, and q'Y, 1 x q: what append took off the residuals is
  /// their product.
  const arma::vec& newest_direction() const { return direction_; }
  const arma::rowvec& newest_projection() const { return projection_; }

 private:
  linalg::PartialCholesky partial_;
  arma::mat Y_, residuals_;
  // Columns (Q; B) are orthonormal: Q spans the columns of G, B holds their coordinates times sqrt(ridge).
  arma::mat Q_, B_;
  arma::vec direction_;
  arma::rowvec projection_;
  double ridge_;
};

/// A basis that grows by a rule, sample by sample: several sizes cost as much as the largest alone.
class GrowingBasis {
 public:
  virtual ~GrowingBasis() = default;
  /// Its first `size` samples in the order of choice, fewer where no other sample is outside their span.
  /// Nothing depends on which sizes were asked for before. Several threads may ask: one grows it, the others
  /// wait.
  /// throws  NumericalError where the size exceeds m
  arma::uvec first(arma::uword size);

 private:
  virtual void make_room(arma::uword size) = 0;
  /// Takes the next sample into the basis; nothing where none is left.
  virtual std::optional<arma::uword> grow() = 0;

  std::mutex mutex_;
  std::vector<arma::uword> samples_;
  bool is_complete_ = false;
};

/// The pivots of the incomplete Cholesky factorisation (linalg::PartialCholesky).
///                                                [Bach & Jordan 2002; Cortes, Mohri and Weston 2005, sec. 3]
/// cost     of n samples in all O(m n^2); memory m n numbers beside K.
/// throws   NumericalError
class PivotBasis final : public GrowingBasis {
 public:
  explicit PivotBasis(arma::mat K, const arma::vec& diagonal);

 private:
  void make_room(arma::uword size) override { partial_.make_room(size); }
  std::optional<arma::uword> grow() override;

  arma::mat K_;
  linalg::PartialCholesky partial_;
};

/// The paper's greedy rule: j = argmax_{i not in S} ||y_i - g(x_i)||^2 (the first of equals), refitted to all
/// rows after each [Cortes, Mohri and Weston 2005, eq. (9)]. Samples in the span of the basis are passed
/// over, since they cannot lower any residual and make K_SS singular.
/// cost     of n samples in all O(m n^2); memory 2 m n numbers beside K.
/// throws   NumericalError
class ResidualBasis final : public GrowingBasis {
 public:
  ResidualBasis(arma::mat K, const arma::vec& diagonal, const arma::mat& Y, double ridge);

 private:
  void make_room(arma::uword size) override { regression_.make_room(size); }
  std::optional<arma::uword> grow() override;

  arma::mat K_;
  BasisRegression regression_;
};

/// The rule of Kernel Matching Pursuit with back-fitting [Vincent & Bengio 2000], for all outputs at once:
/// the sample whose addition lowers the objective of BasisRegression most,
///   j = argmax_i ||v_i' R||^2 / ||v_i||^2,   v_i = what the basis leaves of sample i
/// K  m x m symmetric
/// cost  of n samples in all O(m^2 (n + q) + m n^2); memory 2 m n + 2 m q numbers beside K.  throws
///       NumericalError
class DropBasis final : public GrowingBasis {
 public:
  DropBasis(const arma::mat& K, const arma::mat& Y, double ridge);

 private:
  void make_room(arma::uword size) override { regression_.make_room(size); }
  std::optional<arma::uword> grow() override;

  arma::mat K_;
  BasisRegression regression_;
  double ridge_;
  arma::vec squared_norms_, noise_;  // of the v_i; what rounding leaves of a sample in the span
  arma::mat products_;               // v_i' R
};

/// `size` of m samples without replacement, in random order: of one draw, a smaller size is a prefix of a
/// larger one. Requires size <= m (NumericalError).
arma::uvec random_basis(arma::uword m, arma::uword size, base::Random& random);

/// The least-squares coefficients on all rows, alpha = (K_S* K_*S + ridge K_SS)^-1 K_S* Y.
///     [Cortes, Mohri and Weston 2005, eq. (10)]
/// Where K_SS is singular (a random basis may hold an image twice), the minimum has many solutions that all
/// predict the same; returned is one with zeros at the samples that landmark_ridge.hpp drops, the second of
/// equals.
/// K_all_basis  K_*S, m x n;  basis  the n rows of S in it;  returns n x q
/// quality      where it is given: what rounding does to them
/// throws  NumericalError (shapes, not finite, ridge < 0, singular normal equations)
/// cost    m n^2 or twice that, and O(n^3) flops
arma::mat basis_coefficients(const arma::mat& K_all_basis, const arma::uvec& basis, const arma::mat& Y,
                             double ridge, FitQuality* quality = nullptr);

/// The coefficients as the paper prints them below eq. (10), alpha = K_SS^-1 K_S* Y. They do not minimise
/// eq. (10): K_S* K_*S would have to take the place of K_SS. Offered for a reading.
/// throws  NumericalError (shapes, K_SS singular)
arma::mat printed_basis_coefficients(const arma::mat& K_all_basis, const arma::uvec& basis,
                                     const arma::mat& Y, FitQuality* quality = nullptr);

}  // namespace preimage::regression
