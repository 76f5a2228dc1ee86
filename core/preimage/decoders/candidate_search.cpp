#include "preimage/decoders/candidate_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/distances.hpp"

namespace preimage::decoders {

namespace {

/// For each row the first allowed column whose value may be the smallest (base/ties.hpp); error(i, j) is that of values(i, j).
template <class Error>
arma::uvec first_smallest_allowed(const arma::mat& values, const arma::uvec& allowed, const Error& error) {
  const arma::uvec open = arma::find(allowed);
  if (open.is_empty()) throw NumericalError("candidate search: no training output may be a pre-image");
  const arma::uword count = values.n_rows;
  arma::vec least(count);  // the least upper end of a row
  least.fill(arma::datum::inf);
  arma::uword broken = 0;
  // Candidate by candidate, because a candidate's column is contiguous; without branches, so that the
  // compiler can take several predictions at once.
  for (const arma::uword j : open) {
    const double* column = values.colptr(j);
    double* end = least.memptr();
    for (arma::uword i = 0; i < count; ++i) {
      const bool is_finite = std::abs(column[i]) <= std::numeric_limits<double>::max();  // false for NaN
      broken |= is_finite ? 0 : 1;
      const double upper = column[i] + error(i, j);
      end[i] = upper < end[i] ? upper : end[i];
    }
  }
  if (broken != 0) throw NumericalError("candidate search: a prediction is not finite");
  arma::uvec chosen(count, arma::fill::value(values.n_cols));
  for (arma::uword k = open.n_elem; k-- > 0;) {  // from the last on, so that the first one stays
    const arma::uword j = open(k);
    const double* column = values.colptr(j);
    arma::uword* candidate = chosen.memptr();
    for (arma::uword i = 0; i < count; ++i)
      candidate[i] = column[i] - error(i, j) <= least(i) ? j : candidate[i];
  }
  return chosen;
}

}  // namespace

arma::uvec nearest_by_coordinates(const arma::mat& predictions, const arma::mat& candidates,
                                  const arma::uvec& allowed) {
  const arma::mat squared = linalg::squared_distances_by_product(predictions, candidates);
  const arma::vec rounding = base::kRoundingOfSums * arma::sqrt(arma::sum(arma::square(predictions), 1));
  return first_smallest_allowed(squared, allowed, [&](arma::uword i, arma::uword j) {
    const double d2 = squared.at(i, j), r = rounding.at(i);
    return base::kRoundingOfDistances * d2 + (2.0 * std::sqrt(d2) + r) * r;
  });
}

arma::uvec nearest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed) {
  // |phi_j|^2 - 2 f_i . phi_j: the squared distance up to what does not depend on j.
  const arma::vec norms = L.diag();
  arma::mat scores = weights * L;
  scores *= -2.0;
  scores.each_row() += norms.t();
  // sum_l |w_il L_lj| <= |phi_j| sum_l |w_il| |phi_l|
  const arma::vec lengths = arma::sqrt(arma::abs(norms)), terms = 2.0 * (arma::abs(weights) * lengths);
  return first_smallest_allowed(scores, allowed, [&](arma::uword i, arma::uword j) {
    return base::kRoundingOfSums * lengths.at(j) * (lengths.at(j) + terms.at(i));
  });
}

arma::uvec highest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed,
                           double equal) {
  const double largest = L.is_empty() ? 0.0 : arma::abs(L).max();
  const arma::vec errors = 0.5 * equal * largest * arma::sum(arma::abs(weights), 1);
  return first_smallest_allowed(arma::mat(weights * -L), allowed,
                                [&](arma::uword i, arma::uword /*j*/) { return errors.at(i); });
}

arma::uvec first_smallest_in_rows(const arma::mat& values, const arma::mat& errors,
                                  const arma::uvec& allowed) {
  return first_smallest_allowed(values, allowed,
                                [&](arma::uword i, arma::uword j) { return errors.at(i, j); });
}

}  // namespace preimage::decoders
