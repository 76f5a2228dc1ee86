#include "preimage/linalg/conjugate_gradients.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace preimage::linalg {

namespace {

arma::rowvec ratio_or_zero(const arma::rowvec& a, const arma::rowvec& b) {
  arma::rowvec result(a.n_elem, arma::fill::zeros);
  for (arma::uword k = 0; k < a.n_elem; ++k) {
    if (b(k) != 0.0) result(k) = a(k) / b(k);
  }
  return result;
}

arma::mat scaled_columns(arma::mat values, const arma::rowvec& factors) {
  values.each_row() %= factors;
  return values;
}

}  // namespace

double largest_part(const arma::rowvec& squares, const arma::rowvec& first) {
  const arma::rowvec parts = ratio_or_zero(squares, first);
  return parts.is_finite() ? std::sqrt(std::max(0.0, parts.max())) : arma::datum::nan;
}

ConjugateGradients conjugate_gradients(const std::function<arma::mat(const arma::mat&)>& times,
                                       const std::function<arma::mat(const arma::mat&)>& precondition,
                                       const arma::mat& B,
                                       const std::function<bool(const ConjugateGradients&)>& is_solved,
                                       arma::uword max_iterations) {
  ConjugateGradients found{arma::mat(arma::size(B), arma::fill::zeros), B, {}, {}};
  arma::mat nearer = precondition(B), direction = nearer;
  found.first = found.squares = arma::sum(B % nearer, 0);
  while (!is_solved(found) && found.iterations < max_iterations) {
    const arma::mat product = times(direction);
    const arma::rowvec step = ratio_or_zero(found.squares, arma::sum(direction % product, 0));
    found.X += scaled_columns(direction, step);
    found.residual -= scaled_columns(product, step);
    nearer = precondition(found.residual);
    const arma::rowvec next = arma::sum(found.residual % nearer, 0);
    direction = nearer + scaled_columns(std::move(direction), ratio_or_zero(next, found.squares));
    found.squares = next;
    ++found.iterations;
  }
  return found;
}

}  // namespace preimage::linalg
