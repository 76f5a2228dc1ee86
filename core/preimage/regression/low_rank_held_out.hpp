// Kernel ridge regression that leaves out one fold after another, where the Gram matrix is a product of few columns: a
// linear kernel of more samples than numbers, a wide Gaussian of one or two numbers, samples that repeat each other.
#pragma once

#include <armadillo>
#include <optional>
#include <vector>

#include "preimage/linalg/condition.hpp"

namespace preimage::regression {

/// G with K = G G' up to rounding, m x r with 0 < r <= m / 16; nothing where more columns are needed, or m < 256.
/// Pivoted Cholesky, until of no sample more is left than (K - G G')_ii = m eps K_ii: what a factor of K itself may be off by
/// [Higham 2002, theorem 10.3]. It gives up after 32 columns that leave most of the trace.
/// A matrix that is no kernel's is told by its product with a random vector, always the same, each sample in units of sqrt(K_ii).
/// K  m x m, symmetric;  cost  m^3 / 256 + 2 m^2 flops at most
std::optional<arma::mat> low_rank_factor(const arma::mat& K);

/// For every fold F, with the others T, by the identity G_F G_T' (G_T G_T' + ridge I)^-1 = G_F (G_T'G_T + ridge I)^-1 G_T',
///   W_F Y_T,  W_F = K_FT (K_TT + ridge I)^-1
/// Y_F takes no part in it, not even by rounding.
class LowRankHeldOut {
 public:
  /// G  m x r;  folds  at least one, consecutive, of all rows;  targets  Y_F of each fold, |F| x q
  LowRankHeldOut(arma::mat G, std::vector<arma::span> folds, const std::vector<arma::mat>& targets);

  /// W_F Y_T of each fold, |F| x q.  ridge > 0;  throws  NumericalError (not finite, singular);  cost  folds r^3 + m r (r + q) flops
  std::vector<arma::mat> operator()(double ridge) const;

  /// Of G G' + ridge I (linalg/condition.hpp), which A says the diagonal and norm of.  ridge > 0;  cost  r^3 / 3 + 20 m r flops
  double reciprocal_condition(const linalg::ScaledMatrix& A, double ridge) const;

 private:
  /// G_T'G_T: a difference, or where that loses digits, because the fold holds most of it, a sum.
  arma::mat inner_products_without(std::size_t fold) const;
  arma::mat G_, inner_products_;
  std::vector<arma::span> folds_;
  std::vector<arma::mat> right_;  // G_T' Y_T of each fold
};

}  // namespace preimage::regression
