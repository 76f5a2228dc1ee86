#include "linalg/distances.hpp"

#include <algorithm>

namespace preimage::linalg {

arma::mat squared_distances_by_product(const arma::mat& A, const arma::mat& B) {
  arma::mat squared = A * B.t();
  const arma::vec A_norms = arma::sum(arma::square(A), 1);
  const arma::vec B_norms = arma::sum(arma::square(B), 1);
  for (arma::uword j = 0; j < squared.n_cols; ++j) {
    double* column = squared.colptr(j);
    for (arma::uword i = 0; i < squared.n_rows; ++i) {
      column[i] = std::max(A_norms.at(i) + B_norms.at(j) - 2.0 * column[i], 0.0);
    }
  }
  return squared;
}

}  // namespace preimage::linalg
