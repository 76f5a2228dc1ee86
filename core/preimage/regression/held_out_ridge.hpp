// Kernel ridge regression that leaves out one fold after another, without refitting: the inner loop of nested
// cross-validation where the outputs have few explicit features.
#pragma once

#include <armadillo>
#include <cstddef>
#include <optional>
#include <vector>

namespace preimage::regression {

/// m samples in consecutive folds. For every fold F, with the others T, the plain form predicts
///   f(F) = mean_T + K_FT (K_TT + ridge I)^-1 (Y_T - mean_T)
/// by the cheaper of two ways, both exact up to the rounding of each sample. What they refuse as singular is what a fit to all m
/// samples refuses (linalg/condition.hpp).
/// One factor for all folds: with M (K + ridge I) M' = I (M lower triangular, so that G = (K + ridge I)^-1 = M'M),
///   K_FT (K_TT + ridge I)^-1 = -G_FF^-1 G_FT = -(M_F' M_F)^-1 M_F' M_T
/// where M_F are the columns of M. The whole of G is never formed.
/// A series, where samples resemble each other little (a narrow Gaussian kernel; twice as fast as the factor in `bench nested-cv` at
/// 1,438 samples): with the diagonal D of K + ridge I
/// and E = K - diag K,
///   (K_TT + ridge I)^-1 = sum_k (-D_T^-1 E_TT)^k D_T^-1,
/// whose term k is at most c^k times the first, c = max_i sum_{j != i} |K_ij| / D_i. It is summed until what is left
/// lies below the last digit of what is there.
/// y_F takes no part in any of them, not even by rounding. Outputs are centred by the mean of T, as with_centred_outputs does.
class HeldOutRidge {
 public:
  /// K  m x m symmetric;  Y  m x q;  fold_sizes  positive, at least two, of sum m
  /// throws  NumericalError (sizes that do not fit, K not finite or not symmetric)
  HeldOutRidge(arma::mat K, const arma::mat& Y, const std::vector<arma::uword>& fold_sizes);

  /// |F| x q predictions of each fold, whatever was asked for before; K's own memory holds the factor. On the way numbers below 2.2e-308 count as zero (FlushSubnormals).
  /// throws  NumericalError (ridge < 0, K + ridge I singular to working precision)
  /// cost    about 3/4 m^3 + 2 m^2 q flops for a few folds; of a series 2 m^2 q, and 2 m^2 q folds for each further term
  std::vector<arma::mat> predictions(double ridge);

  /// How many terms the series needs beyond the first; nothing where the factor is cheaper or c >= 1.
  std::optional<std::size_t> further_terms(double ridge) const;

 private:
  /// Both begin with K as it was given; the factor is written over it.
  std::vector<arma::mat> predictions_by_factor(double ridge);
  std::vector<arma::mat> predictions_by_series(double ridge, std::size_t further_terms) const;
  /// From what each fold's targets (with a column of ones) contribute to every row: the sums of the others' contributions
  /// to the fold's rows, as predictions about the mean of the others.
  arma::mat about_mean(std::size_t fold, const arma::mat& others) const;

  arma::mat K_;  // above its diagonal; below it and on it is what the last call left there
  arma::vec diagonal_;
  arma::vec off_diagonal_sums_;  // sum_{j != i} |K_ij|
  std::vector<arma::span> folds_;
  std::vector<arma::mat> targets_;   // of each fold: Y_F and a column of ones, whose prediction is W 1
  std::vector<arma::rowvec> means_;  // of the outputs that each fold leaves to train on
};

}  // namespace preimage::regression
