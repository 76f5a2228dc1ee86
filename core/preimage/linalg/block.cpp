#include "preimage/linalg/block.hpp"

#include "preimage/armadillo.hpp"

namespace preimage::linalg {

namespace {
constexpr double kOne = 1.0, kNone = 0.0;
constexpr char kPlain = 'N', kTransposed = 'T', kLower = 'L';  // BLAS takes every argument by address
}  // namespace

Block::Block(const arma::mat& matrix, const arma::span& rows, const arma::span& columns)
    : first(matrix.colptr(columns.a) + rows.a),
      n_rows(static_cast<arma::blas_int>(rows.b - rows.a + 1)),
      n_columns(static_cast<arma::blas_int>(columns.b - columns.a + 1)),
      step(static_cast<arma::blas_int>(matrix.n_rows)) {}

arma::mat product(const Block& A, const arma::mat& B) {
  arma::mat result(static_cast<arma::uword>(A.n_rows), B.n_cols, arma::fill::none);
  const auto columns = static_cast<arma::blas_int>(B.n_cols), B_step = static_cast<arma::blas_int>(B.n_rows);
  arma::blas::gemm(&kPlain, &kPlain, &A.n_rows, &columns, &A.n_columns, &kOne, A.first, &A.step, B.memptr(),
                   &B_step, &kNone, result.memptr(), &A.n_rows);
  return result;
}

arma::mat transposed_product(const Block& A, const arma::mat& B) {
  arma::mat result(static_cast<arma::uword>(A.n_columns), B.n_cols, arma::fill::none);
  const auto columns = static_cast<arma::blas_int>(B.n_cols), B_step = static_cast<arma::blas_int>(B.n_rows);
  arma::blas::gemm(&kTransposed, &kPlain, &A.n_columns, &columns, &A.n_rows, &kOne, A.first, &A.step,
                   B.memptr(), &B_step, &kNone, result.memptr(), &A.n_columns);
  return result;
}

void add_gram_lower(arma::mat& target, const Block& A) {
  arma::blas::syrk(&kLower, &kTransposed, &A.n_columns, &A.n_rows, &kOne, A.first, &A.step, &kOne,
                   target.memptr(), &A.n_columns);
}

}  // namespace preimage::linalg
