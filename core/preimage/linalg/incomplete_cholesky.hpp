// The Cholesky factor of a Gram matrix column by column: of some samples, or of those that add something.
#pragma once

#include <armadillo>
#include <optional>
#include <string>

#include "preimage/armadillo.hpp"

namespace preimage::linalg {

/// K ~ G G' grown one column at a time, in whatever order is asked for: G is what Gram-Schmidt makes of the
/// chosen samples in feature space, and the error K - G G' stays positive semi-definite.
///   g = (K_*j - G G_j*') / sqrt(d_j),   d_i <- d_i - g_i^2        [Bach & Jordan 2002]
class PartialCholesky {
 public:
  /// diagonal  of K, m values >= 0. Room for `max_rank` columns is set aside at once: m max_rank numbers.
  /// throws    NumericalError where the diagonal is not finite or negative, or max_rank exceeds m
  PartialCholesky(const arma::vec& diagonal, arma::uword max_rank);

  /// Whether sample j adds something: d_j exceeds the rounding noise m eps K_jj that is left of a sample in
  /// the span of those chosen.
  bool is_independent(arma::uword j) const;

  /// Of the independent samples the one that adds most, the first of equal d_j (base/ties.hpp; d_j is known
  /// to base::kRoundingOfSums K_jj). In the span of large samples rounding may leave more than the whole of a
  /// small one.
  std::optional<arma::uword> pivot() const;

  /// Adds sample j, whose column of K is given; returns the new column g of G.
  /// throws  NumericalError where j is not independent, max_rank is reached or the column is not finite
  /// cost    2 m rank flops
  const arma::vec& append(arma::uword j, const arma::vec& column);

  /// Room for as many columns, unless there is more.
  /// throws  NumericalError where it exceeds m
  void make_room(arma::uword max_rank);

  arma::uword rank() const { return rank_; }
  /// m x rank
  arma::mat factor() const { return G_.head_cols(rank_); }
  /// The diagonal of K - G G', m values >= 0; 0 at the chosen samples.
  const arma::vec& residual_diagonal() const { return residual_; }

 private:
  arma::mat G_;
  arma::vec diagonal_, residual_, newest_;
  arma::uword rank_ = 0;
};

/// K_SS = L L' of samples S that are independent of each other.
struct IndependentCholesky {
  arma::uvec kept;     // S, in the order of the factor
  arma::mat L;         // lower triangular
  double norm = 0.0;   // the largest sum of a column of |K_SS|
  double rcond = 1.0;  // 1 / (norm |K_SS^-1|_1), estimated
};

/// All samples in their order, where none lies in the span of those before it. Else those that add something,
/// by falling pivots: the others are then combinations of them with small coefficients, which do not enlarge
/// rounding.  [Higham 2002, sec. 10.3]
/// K       m x m, symmetric, finite. `what` names it in errors.
/// throws  NumericalError
/// cost    m^3 / 3 flops for all; by pivots 2 m |S|^2 in products with vectors beside; memory 2 m^2 numbers
IndependentCholesky independent_cholesky(const arma::mat& K, const std::string& what);

}  // namespace preimage::linalg
