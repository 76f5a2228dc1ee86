#include "preimage/linalg/symmetric_product.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"

// y := alpha A x + beta y for a symmetric A; Armadillo does not declare it.
extern "C" void dsymv_(const char* triangle, const arma::blas_int* n, const double* alpha, const double* A,
                       const arma::blas_int* leading_A, const double* x, const arma::blas_int* step_x,
                       const double* beta, double* y, const arma::blas_int* step_y);

namespace preimage::linalg {

arma::vec symmetric_times(const arma::mat& A, const arma::vec& x) {
  if (!A.is_square() || A.n_rows != x.n_elem) {
    throw NumericalError(fmt::format("product of a symmetric matrix: {} x {} with a vector of {}", A.n_rows,
                                     A.n_cols, x.n_elem));
  }
  arma::vec y(x.n_elem, arma::fill::zeros);
  if (x.is_empty()) return y;
  const auto n = static_cast<arma::blas_int>(x.n_elem);
  const arma::blas_int step = 1;
  const double one = 1.0, zero = 0.0;
  dsymv_("L", &n, &one, A.memptr(), &n, x.memptr(), &step, &zero, y.memptr(), &step);
  return y;
}

}  // namespace preimage::linalg
