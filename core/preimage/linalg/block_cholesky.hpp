// The Cholesky factor of a Gram matrix by blocks of columns, without those samples that add nothing.
#pragma once

#include <armadillo>
#include <functional>
#include <string>

#include "preimage/armadillo.hpp"

namespace preimage::linalg {

/// PartialCholesky (incomplete_cholesky.hpp) for many samples at a time, so that matrix products do the work:
///   K ~ G G',  [G_new] = (K_*B - G G_B*') L^-T,  L L' = what G leaves of K_BB
class BlockCholesky {
 public:
  /// Whether sample j of which `remains` is left in the span's complement is added; `before` is what was left of it before
  /// the block.
  using Accept = std::function<bool(arma::uword j, double remains, double before)>;

  /// diagonal  of K, m values >= 0. Room for `max_rank` columns is set aside at once: m max_rank numbers.
  /// throws    NumericalError where the diagonal is not finite or negative, or max_rank exceeds m
  BlockCholesky(const arma::vec& diagonal, arma::uword max_rank);

  /// Adds samples in this order. Passed over is a sample in the span of those before it (less than m eps K_jj of it
  /// remains), one that `accept` refuses, and what has no room.
  /// columns  K_*B, m x b
  /// returns  positions in `samples` of those that were added
  /// throws   NumericalError (shape, not finite)
  /// cost     2 m b rank + m b^2 flops
  arma::uvec append(const arma::uvec& samples, arma::mat columns, const Accept& accept = {});

  arma::uword rank() const { return rank_; }
  arma::uword room() const { return G_.n_cols - rank_; }
  arma::mat factor() const { return G_.head_cols(rank_); }  // m x rank
  /// The diagonal of K - G G', m values >= 0; 0 at the chosen samples.
  const arma::vec& residual_diagonal() const { return residual_; }

 private:
  arma::mat G_;
  arma::vec diagonal_, residual_;
  arma::uword rank_ = 0;
};

/// K_SS = L L' of the samples S that do not lie in the span of those before them.
struct IndependentCholesky {
  arma::uvec kept;            // S
  arma::mat L;                // lower triangular
  double norm = 0.0;          // the largest sum of a column of |K_SS|
  double inverse_norm = 0.0;  // the same of its inverse, estimated
};

/// K       m x m, symmetric, finite; its lower triangle is read. `what` names it in errors.
/// throws  NumericalError
/// cost    m^3 / 3 flops where all are independent, about m^3 otherwise; memory 2 m^2 numbers
IndependentCholesky independent_cholesky(const arma::mat& K, const std::string& what);

}  // namespace preimage::linalg
