// Incomplete Cholesky factorisation of a Gram matrix of which only some columns are ever computed.
#pragma once

#include <armadillo>
#include <functional>
#include <optional>

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

  /// The sample that adds most, the first of equal d_j (base/ties.hpp; d_j is known to base::kRoundingOfSums K_jj); nothing
  /// where it is not independent.
  std::optional<arma::uword> pivot() const;

  /// Adds sample j, whose column of K is given; returns the new column g of G.
  /// throws  NumericalError where j is not independent, max_rank is reached or the column is not finite
  /// cost    2 m rank flops
  const arma::vec& append(arma::uword j, const arma::vec& column);

  /// Room for as many columns, unless there is more.  throws  NumericalError where it exceeds m
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

struct IncompleteCholesky {
  arma::uvec pivots;  // in the order in which they were chosen
  arma::mat factor;   // m x rank; row pivots(i) is zero right of column i, up to rounding
  arma::vec residual_diagonal;
};

/// Pivots by the largest remaining diagonal entry (the first of equals) until `max_rank` columns are there or
/// the trace of K - G G' is at most `tolerance` times the trace of K, or nothing but rounding is left.
///   [Bach & Jordan 2002; Cortes, Mohri and Weston 2005, sec. 3]
/// column   i of the symmetric m x m matrix, m x 1;  diagonal  of it
/// throws  NumericalError as PartialCholesky does, and for a tolerance outside [0, 1)
/// cost    rank columns of K and m rank^2 flops; memory m max_rank numbers
IncompleteCholesky incomplete_cholesky(const std::function<arma::vec(arma::uword i)>& column,
                                       const arma::vec& diagonal, arma::uword max_rank,
                                       double tolerance = 0.0);

}  // namespace preimage::linalg
