#include "linalg/distances.hpp"

namespace preimage::linalg {

arma::mat squared_distances_by_product(const arma::mat& A, const arma::mat& B) {
  arma::mat squared = -2.0 * A * B.t();
  squared.each_row() += arma::rowvec(arma::sum(arma::square(B), 1).t());
  squared.each_col() += arma::vec(arma::sum(arma::square(A), 1));
  return arma::clamp(squared, 0.0, arma::datum::inf);
}

}  // namespace preimage::linalg
