#include "preimage/linalg/triangular.hpp"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/linalg/symmetric.hpp"

// Armadillo does not declare these.
extern "C" void dsygst_(const arma::blas_int* kind, const char* triangle, const arma::blas_int* n, double* A,
                        const arma::blas_int* leading_A, const double* L, const arma::blas_int* leading_L,
                        arma::blas_int* info);

// B := alpha B A or alpha A B for a triangular A.
extern "C" void dtrmm_(const char* side, const char* triangle, const char* transpose, const char* diagonal,
                       const arma::blas_int* rows, const arma::blas_int* columns, const double* alpha,
                       const double* A, const arma::blas_int* leading_A, double* B,
                       const arma::blas_int* leading_B);

namespace preimage::linalg {

namespace {

void require_fit(const arma::mat& square, arma::uword expected) {
  if (square.is_square() && square.n_rows == expected) return;
  throw std::invalid_argument(fmt::format("a triangle of {} x {} does not fit a matrix of {}", square.n_rows,
                                          square.n_cols, expected));
}

ConstBlock whole(const arma::mat& matrix) {
  return {matrix.memptr(), matrix.n_rows};
}

WritableBlock whole(arma::mat& matrix) {
  return {matrix.memptr(), matrix.n_rows};
}

}  // namespace

void add_inner_products(arma::mat& C, const arma::mat& A) {
  require_fit(C, A.n_cols);
  add_inner_products(A.n_cols, A.n_rows, whole(A), whole(C));
}

void solve_lower(const arma::mat& L, arma::mat& B) {
  require_fit(L, B.n_rows);
  solve_left(B.n_rows, B.n_cols, whole(L), Transposed::no, whole(B));
}

void solve_lower_transposed(const arma::mat& L, arma::mat& B) {
  require_fit(L, B.n_rows);
  solve_left(B.n_rows, B.n_cols, whole(L), Transposed::yes, whole(B));
}

void solve_lower_from_right(const arma::mat& L, arma::mat& B) {
  require_fit(L, B.n_cols);
  solve_transposed_right(B.n_rows, B.n_cols, whole(L), whole(B));
}

arma::mat between_inverse_factors(arma::mat A, const arma::mat& L) {
  require_fit(A, A.n_cols);
  require_fit(L, A.n_rows);
  if (A.is_empty()) return A;
  const arma::blas_int kind = 1, n = static_cast<arma::blas_int>(A.n_rows);
  arma::blas_int info = 0;
  dsygst_(&kind, "L", &n, A.memptr(), &n, L.memptr(), &n, &info);
  mirror_lower(A);
  return A;
}

double factorise_regular(arma::mat& A, std::optional<double> ridge, const std::string& what) {
  if (A.is_empty()) return 1.0;
  const double largest = arma::vec(A.diag()).max();
  ScaledMatrix scaled;
  const double size = static_cast<double>(A.n_rows);
  if (ridge && !(*ridge >= kFewDigits * size * std::sqrt(size) * largest)) scaled = scaled_matrix(A);
  if (!factorise_lower(A.n_rows, whole(A))) fail_not_regular(what);
  if (!ridge) return 1.0;
  const auto scaled_by_rows = [&] {  // no kernel's matrix: of A's rows the factor knows the lengths
    if (!scaled.root_diagonal.is_empty()) return scaled;
    ScaledMatrix result{arma::vec(A.n_rows), size};
    for (arma::uword i = 0; i < A.n_rows; ++i) result.root_diagonal(i) = arma::norm(A(i, arma::span(0, i)));
    return result;
  };
  return regular_condition({A.n_rows, largest, std::pow(arma::vec(A.diag()).min(), 2), *ridge, scaled_by_rows,
                            [&](const arma::vec& x) -> arma::vec { return solved_by(A, x); }},
                           what);
}

namespace {

/// A small lower triangular matrix becomes its inverse, column by column from the last one: that of a column
/// is the inverse of what is right of it times the column.
void invert_small_lower(double* L, arma::uword n, arma::uword leading) {
  for (arma::uword j = n; j-- > 0;) {
    double* column = L + j * leading;
    const double pivot = 1.0 / column[j];
    for (arma::uword k = n; k-- > j + 1;) {
      const double* inverse = L + k * leading;
      const double factor = column[k];
      for (arma::uword i = k + 1; i < n; ++i) column[i] += factor * inverse[i];
      column[k] *= inverse[k];
    }
    column[j] = pivot;
    for (arma::uword i = j + 1; i < n; ++i) column[i] *= -pivot;
  }
}

/// A lower triangular matrix, of which only that triangle is touched, becomes its inverse:
///   [A 0; B C]^-1 = [A^-1 0; -C^-1 B A^-1, C^-1]
/// OpenBLAS's trtri and trtrs rest on trsm, which at n = 200 takes three times as long on AVX-512 cores and a
/// tenth longer on others.
void invert_lower(double* L, arma::uword n, arma::uword leading) {
  constexpr arma::uword kSmall = 16;
  if (n <= kSmall) return invert_small_lower(L, n, leading);
  const arma::uword head = n / 2, tail = n - head;
  double* C = L + head + head * leading;
  invert_lower(L, head, leading);
  invert_lower(C, tail, leading);
  const auto rows = static_cast<arma::blas_int>(tail), columns = static_cast<arma::blas_int>(head),
             step = static_cast<arma::blas_int>(leading);
  const double plus = 1.0, minus = -1.0;
  dtrmm_("R", "L", "N", "N", &rows, &columns, &plus, L, &step, L + head, &step);
  dtrmm_("L", "L", "N", "N", &rows, &columns, &minus, C, &step, L + head, &step);
}

}  // namespace

void invert_cholesky_in_place(arma::mat& A, std::optional<double> ridge, const std::string& what) {
  if (A.is_empty()) return;
  factorise_regular(A, ridge, what);
  invert_lower(A.memptr(), A.n_rows, A.n_rows);
}

arma::mat solve_positive_definite_in_place(arma::mat& A, const arma::mat& B, const std::string& what,
                                           std::optional<double> ridge, double* rcond) {
  require_finite(B, what + " (right-hand side)");
  if (!A.is_square() || A.n_rows != B.n_rows) {
    throw NumericalError(
        fmt::format("{}: {} x {} with {} right-hand rows", what, A.n_rows, A.n_cols, B.n_rows));
  }
  if (B.is_empty()) return B;
  if (!std::isfinite(scaled_matrix(A).norm))  // OpenBLAS's potrf passes NaN on
    throw NumericalError(what + ": an entry is not a finite number");
  const double certain = factorise_regular(A, ridge, what);
  if (rcond != nullptr) *rcond = certain;
  return solved_by(A, B);
}

arma::mat solved_by(const arma::mat& L, arma::mat B) {
  solve_lower(L, B);
  solve_lower_transposed(L, B);
  return B;
}

}  // namespace preimage::linalg
