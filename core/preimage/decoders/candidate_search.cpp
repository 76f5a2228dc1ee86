#include "preimage/decoders/candidate_search.hpp"

#include <cmath>
#include <limits>

#include "preimage/base/error.hpp"

namespace preimage::decoders {

namespace {

/// Exact ties are common (the mean of two neighbours' outputs is as far from one as from the other; outputs
/// repeat), and rounding, which differs between BLAS core types, must not decide them: a later candidate has
/// to be nearer by more than this share of the largest squared norm. It holds for weights that are known to
/// rounding; who has worse ones says so.
constexpr double kEqual = 1e-12;

/// scores(i, j) = |candidate j|^2 - 2 prediction i . candidate j, up to a term that does not depend on j.
arma::uvec smallest_allowed(const arma::mat& inner_products, const arma::vec& norms,
                            const arma::uvec& allowed, double equal = kEqual) {
  const arma::uvec open = arma::find(allowed);
  if (open.is_empty()) throw NumericalError("candidate search: no training output may be a pre-image");
  const arma::uword count = inner_products.n_rows;
  arma::uvec chosen(count, arma::fill::zeros);
  arma::vec best(count);
  best.fill(arma::datum::inf);
  const double margin = equal * arma::abs(norms.elem(open)).max();
  arma::uword broken = 0;
  // Candidate by candidate, because a candidate's column is contiguous; without branches, so that the
  // compiler can take several predictions at once.
  for (arma::uword j : open) {
    const double* column = inner_products.colptr(j);
    const double norm = norms(j);
    double* best_score = best.memptr();
    arma::uword* best_candidate = chosen.memptr();
    for (arma::uword i = 0; i < count; ++i) {
      const double score = norm - 2.0 * column[i];
      const bool is_finite = std::abs(score) <= std::numeric_limits<double>::max();  // false for NaN
      broken |= is_finite ? 0 : 1;
      const bool is_better = score < best_score[i] - margin;
      best_candidate[i] = is_better ? j : best_candidate[i];
      best_score[i] = is_better ? score : best_score[i];
    }
  }
  if (broken != 0) throw NumericalError("candidate search: a prediction is not finite");
  return chosen;
}

}  // namespace

arma::uvec nearest_by_coordinates(const arma::mat& predictions, const arma::mat& candidates,
                                  const arma::uvec& allowed) {
  return smallest_allowed(predictions * candidates.t(), arma::sum(arma::square(candidates), 1), allowed);
}

arma::uvec nearest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::vec& norms,
                           const arma::uvec& allowed) {
  return smallest_allowed(weights * L, norms, allowed);
}

arma::uvec highest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed,
                           double equal) {
  arma::vec sums = arma::sum(arma::abs(weights), 1);
  sums.replace(0.0, 1.0);
  arma::mat shares = weights;
  shares.each_col() /= sums;
  // Among candidates of one norm the nearest is the highest, by twice the difference of their scores.
  const arma::vec norms(L.n_cols, arma::fill::value(L.is_empty() ? 1.0 : arma::abs(L).max()));
  return smallest_allowed(shares * L, norms, allowed, 2.0 * equal);
}

}  // namespace preimage::decoders
