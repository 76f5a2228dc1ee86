// Kernel ridge regression: its coefficients for outputs that are few numbers, by one Cholesky factorisation;
// and as a map from samples to weights over the training outputs: the prediction in any output feature space
// is sum_i w_i(x) phi(y_i), so one W serves every output, vector-valued or not.
#pragma once

#include <armadillo>
#include <cstddef>
#include <optional>
#include <vector>

#include "preimage/kernels/gram.hpp"
#include "preimage/linalg/panel_cholesky.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/regression/refined_ridge.hpp"
#include "preimage/regression/ridge_rounding.hpp"

namespace preimage::regression {

struct RidgeFit {
  arma::mat coefficients;  // m x q
  double rcond = 1.0;      // of K + ridge I (linalg/condition.hpp), or a bound above linalg::kFewDigits
  RidgeRounding rounding =
      {};  // of predictions K_test_train coefficients; holds the factor of 2,048 samples at most
  RidgeRoute route = {};
};

/// alpha = (K + ridge I)^-1 Y, the plain form, by panels of columns.  [Saunders et al. 1998] In single
/// precision, refined to double precision, where that takes half of the time (can_be_refined); where it
/// fails, in double.
/// K        m x m, symmetric, positive semidefinite; asked for blocks on and below the diagonal, by several
///          threads at a time
/// Y        m x q;  ridge >= 0
/// options  threads, and who keeps finished panels; without least_eigenvalue, which is the ridge. No bit
///          depends on them
/// throws   NumericalError (not finite, ridge < 0, not positive definite, singular to working precision)
///          MemoryError where a factor in double precision that is needed does not fit
/// cost     half of K, m^3 / 3 + 2 m^2 q flops; memory ridge_bytes, 2 m q numbers, and a tile per thread
RidgeFit fit_ridge(const kernels::Gram& K, const arma::mat& Y, double ridge,
                   linalg::PanelOptions options = {});

/// Bytes of the factor that fit_ridge tries first.
std::uint64_t ridge_bytes(const arma::vec& K_diagonal, arma::uword n_outputs, double ridge);

/// Rows and columns of the blocks of kernel values that predictions ask for: 1 MiB, so that a block stays in
/// the cache from the matrix product through the kernel's function to its use.
struct BlockShape {
  arma::uword rows = 512;
  arma::uword columns = 256;
};

/// K_test_train alpha, one block of K_test_train at a time.
/// K_test_train  t x m, asked by several threads at a time where there are;  alpha  m x q;  returns t x q,
/// the same up to rounding for every shape, and the same bits for any number of threads
/// throws   NumericalError (a prediction that is not finite)
/// cost     all of K_test_train, 2 t m q flops; memory t q numbers and a block per thread
arma::mat predict_by_blocks(const kernels::Gram& K_test_train, const arma::mat& alpha,
                            const BlockShape& shape = {}, std::size_t threads = 1);

/// How the dual coefficients depend on K.
///   plain    (K + ridge I)^-1
///       [Saunders et al. 1998; Weston et al., NIPS 2002, eq. (6): f_n(x) = sum_i beta_i k(x_i, x); Cortes,
///        Mohri and Weston 2005, eqs. (2) and (3): W = M_Y (K_X + ridge I)^-1 M_X']
///   squared  (K'K + ridge I)^-1 K'
///       [Weston et al., TR-098, eq. (6): penalises ||beta||^2, not ||w||^2; Bakir, Weston, Schoelkopf 2003,
///        eqs. (3) and (4)]
enum class RidgeForm { plain, squared };

/// S with W = K_test_train S.
/// K  m x m;  ridge >= 0
/// throws  NumericalError (ridge < 0, singular; a plain matrix: not finite, not symmetric)
/// cost    O(m^3)
/// rcond  where it is given: how well conditioned the solved equations are. Below linalg::kFewDigits
///        predictions may have lost all but four digits. Plain: of K + ridge I; squared: the root of that of
///        K'K + ridge I, from the ends of its spectrum. Each is what is certain of it (linalg/condition.hpp)
arma::mat ridge_dual_operator(const linalg::SymmetricMatrix& K, RidgeForm form, double ridge,
                              double* rcond = nullptr);
arma::mat ridge_dual_operator(const arma::mat& K, RidgeForm form, double ridge);

/// throws  NumericalError where the ridge is negative or NaN
void require_ridge(double ridge);

/// K, found symmetric: for several ridges.
/// throws  NumericalError
linalg::SymmetricMatrix input_gram_matrix(arma::mat K);

/// The squared form for a whole list of ridges from one eigendecomposition K = V diag(l) V':
///   S = V diag(l / (l^2 + ridge)) V'
class SquaredRidgePath {
 public:
  explicit SquaredRidgePath(const linalg::SymmetricMatrix& K);
  arma::mat smoother(double ridge, double* rcond = nullptr) const;
  /// Of predictions K_test_train S: a function g(K) moves by at most |K| eps max |g'| where K's eigenvalues
  /// do. m x 4, as R of ridge_rounding.hpp
  arma::mat rounding(double ridge) const;

 private:
  arma::vec values_;
  arma::mat vectors_;
};

/// Weights of held-out samples F over the rest T, without refitting: with G = (K + ridge I)^-1 over all of F
/// and T,
///   W = K_FT (K_TT + ridge I)^-1 = -G_FF^-1 G_FT          (block inverse of a partitioned matrix)
/// plain form only.  returns |F| x |T|
/// cost  O(|F|^2 |T|)
arma::mat held_out_weights(const arma::mat& G, const arma::uvec& held_out, const arma::uvec& rest);

/// How far rounding may have moved each row of these weights W: as ridge_rounding.hpp, with 1 at the sample
/// itself beside its w.
/// lengths        of the rows of G, m;  root_diagonal  sqrt of the diagonal of K + ridge I, m
/// returns        |F| values
/// cost           O(|F| |T|)
arma::vec held_out_errors(const arma::mat& W, const arma::vec& lengths, const arma::vec& root_diagonal,
                          const arma::uvec& held_out, const arma::uvec& rest);
/// What these cannot exceed, as |w|^2 ridge <= w' (K_TT + ridge I) w <= k(x, x) and the length of all of G is
/// at most sqrt(m) / ridge.
arma::vec held_out_bounds(const arma::vec& root_diagonal, double ridge, const arma::uvec& held_out);

/// The same for every sample alone, over all others: m x m with zeros on the diagonal. With `centred`, the
/// outputs are centred by the mean of the others (with_centred_outputs below).
/// cost  O(m^2)
arma::mat leave_one_out_weights(const arma::mat& G, bool centred);

/// Weights that predict outputs centred by the mean of the training outputs and put the mean back:
///   phibar + sum_i w_i (phi(y_i) - phibar) = sum_i (w_i + (1 - sum_j w_j) / m) phi(y_i)
/// weights  t x m (rows = test samples)
arma::mat with_centred_outputs(const arma::mat& weights);

// Kernel ridge regression that leaves out one fold after another, without refitting: the inner loop of nested
// cross-validation where the outputs have few explicit features.

/// m samples in consecutive folds. For every fold F, with the others T, the plain form predicts
///   f(F) = mean_T + K_FT (K_TT + ridge I)^-1 (Y_T - mean_T)
/// by the cheaper of two ways, both exact up to the rounding of each sample. What they refuse as singular is
/// what a fit to all m samples refuses (linalg/condition.hpp).
/// One factor for all folds: with M (K + ridge I) M' = I (M lower triangular, so that G = (K + ridge I)^-1 =
/// M'M),
///   K_FT (K_TT + ridge I)^-1 = -G_FF^-1 G_FT = -(M_F' M_F)^-1 M_F' M_T
/// where M_F are the columns of M. The whole of G is never formed.
/// A series, where samples resemble each other little (a narrow Gaussian kernel; twice as fast as the factor
/// in `bench nested-cv` at 1,438 samples): with the diagonal D of K + ridge I and E = K - diag K,
///   (K_TT + ridge I)^-1 = sum_k (-D_T^-1 E_TT)^k D_T^-1,
/// whose term k is at most c^k times the first, c = max_i sum_{j != i} |K_ij| / D_i. It is summed until what
/// is left lies below the last digit of what is there.
/// y_F takes no part in any of them, not even by rounding. Outputs are centred by the mean of T, as
/// with_centred_outputs does.
class HeldOutRidge {
 public:
  /// K  m x m symmetric;  Y  m x q;  fold_sizes  positive, at least two, of sum m
  /// throws  NumericalError (sizes that do not fit, K not finite or not symmetric)
  HeldOutRidge(arma::mat K, const arma::mat& Y, const std::vector<arma::uword>& fold_sizes);

  /// |F| x q predictions of each fold, whatever was asked for before; K's own memory holds the factor. On the
  /// way numbers below 2.2e-308 count as zero (FlushSubnormals).
  /// throws  NumericalError (ridge < 0, K + ridge I singular to working precision)
  /// cost    about 3/4 m^3 + 2 m^2 q flops for a few folds; of a series 2 m^2 q, and 2 m^2 q folds for each
  ///         further term
  std::vector<arma::mat> predictions(double ridge);
  /// How far rounding may have moved each row of the last predictions, fold by fold. The bounds are those of
  /// ridge_rounding.hpp with lambda in place of the ridge, at most the least eigenvalue of K + ridge I, and
  /// |w|^2 lambda <= k(x, x). The estimates are asked of what the last predictions left here
  /// (std::logic_error after others); of a series, whose equations are well conditioned, they are the bounds.
  /// cost    O(m); of an estimate, once for all folds, some 4 m^2 (q + 5) flops
  std::vector<Rounding> rounding() const;

  /// How many terms the series needs beyond the first; nothing where the factor is cheaper or c >= 1.
  std::optional<std::size_t> further_terms(double ridge) const;

 private:
  /// Both begin with K as it was given; the factor is written over it.
  std::vector<arma::mat> predictions_by_factor(double ridge);
  std::vector<arma::mat> predictions_by_series(double ridge, std::size_t further_terms) const;
  /// N of a fold, lower triangular, with N' N = (G_FF)^-1.
  arma::mat inverse_half(const arma::span& fold) const;
  /// W B_T of each fold, B in the folds' rows, and (G B)_F where it is asked for.
  std::vector<arma::mat> through_factor(const std::vector<arma::mat>& B,
                                        std::vector<arma::mat>* solutions = nullptr) const;
  std::vector<arma::vec> errors() const;
  /// From what each fold's targets (with a column of ones) contribute to every row: the sums of the others'
  /// contributions to the fold's rows, as predictions about the mean of the others.
  arma::mat about_mean(std::size_t fold, const arma::mat& others) const;

  arma::mat K_;  // above its diagonal; below it and on it is what the last call left there
  arma::vec diagonal_;
  arma::vec off_diagonal_sums_;  // sum_{j != i} |K_ij|
  std::vector<arma::span> folds_;
  std::vector<arma::mat> targets_;   // of each fold: Y_F and a column of ones, whose prediction is W 1
  std::vector<arma::rowvec> means_;  // of the outputs that each fold leaves to train on
  double spread_ = 0.0;              // sqrt of the sum over folds of |Y - mean|^2, over all samples
  // of the last call
  double ridge_ = 0.0;
  bool by_series_ = false;
  std::vector<arma::mat> inverse_halves_;  // of each fold, by a factor
};

}  // namespace preimage::regression
