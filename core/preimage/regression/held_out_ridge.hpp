// Kernel ridge regression that leaves out one fold after another, without refitting: the inner loop of nested
// cross-validation where the outputs have few explicit features.
#pragma once

#include <armadillo>
#include <vector>

namespace preimage::regression {

/// m samples in consecutive folds. For every fold F, with the others T and M (K + ridge I) M' = I (M lower
/// triangular, so that G = (K + ridge I)^-1 = M'M), the plain form's weights predict any targets y by
///   W y_T = -G_FF^-1 G_FT y_T = -(M_F' M_F)^-1 M_F' (M_T y_T)
/// where M_F are the columns of M. The whole of G is never formed, and y_F takes no part, not even by
/// rounding. Outputs are centred by the mean of T, as with_centred_outputs does.
class HeldOutRidge {
 public:
  /// K  m x m symmetric;  Y  m x q;  fold_sizes  positive, at least two, of sum m
  /// throws  NumericalError (sizes that do not fit, K not finite or not symmetric)
  HeldOutRidge(const arma::mat& K, const arma::mat& Y, const std::vector<arma::uword>& fold_sizes);

  /// |F| x q predictions of each fold. On the way numbers below 2.2e-308 count as zero (FlushSubnormals).
  /// throws  NumericalError (singular);  cost about 3/4 m^3 + 2 m^2 q flops for a few folds
  std::vector<arma::mat> predictions(double ridge) const;

 private:
  arma::mat K_;
  std::vector<arma::span> folds_;
  std::vector<arma::mat> targets_;   // of each fold: Y_F and a column of ones, whose prediction is W 1
  std::vector<arma::rowvec> means_;  // of the outputs that each fold leaves to train on
};

}  // namespace preimage::regression
