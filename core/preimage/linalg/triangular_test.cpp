#include "preimage/linalg/triangular.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

std::string error_of(arma::mat A, const arma::mat& B) {
  return thrown_message<NumericalError>([&] { solve_positive_definite_in_place(A, B, "A"); });
}

}  // namespace

TEST_CASE("the solve in place is that of an elimination and leaves the factor in the lower triangle") {
  for (arma::uword n : {1, 2, 33, 150}) {
    CAPTURE(n);
    const arma::mat X = gaussian_matrix(n, n + 3, 41);
    const arma::mat A = X * X.t() + 0.1 * arma::mat(n, n, arma::fill::eye);
    const arma::mat B = gaussian_matrix(n, 3, 42);
    arma::mat storage = arma::trimatl(A);  // zeros above the diagonal: they must not be read
    const double* memory = storage.memptr();
    CHECK(is_close(solve_positive_definite_in_place(storage, B, "A"), arma::solve(A, B), 1e-10));
    CHECK(storage.memptr() == memory);
    CHECK(storage.is_trimatl());
    CHECK(is_close(storage * storage.t(), A, 1e-12));
  }
}

TEST_CASE("the inverse Cholesky factor is lower triangular and gives the inverse, in one block and in many") {
  for (arma::uword n : {1, 7, 16, 17, 33, 130}) {
    CAPTURE(n);
    const arma::mat X = gaussian_matrix(n, 5, 31);
    const arma::mat A = X * X.t();
    const arma::mat regularised = A + 0.1 * arma::mat(n, n, arma::fill::eye);
    arma::mat M = arma::trimatl(regularised);
    invert_cholesky_in_place(M, 0.1, "A");
    CHECK(M.is_trimatl());
    CHECK(is_close(M * regularised * M.t(), arma::mat(n, n, arma::fill::eye), 1e-11));
    CHECK(is_close(M.t() * M, arma::inv(regularised), 1e-10));
  }
}

TEST_CASE("a block of a matrix that was found regular is not judged again") {
  const arma::mat A = {{1.0, 1.0}, {1.0, 1.0 + 2.3e-16}},
                  b(2, 1, arma::fill::ones);  // its Cholesky factor exists
  arma::mat block = A, judged = A;
  CHECK(solve_positive_definite_in_place(block, b, "A", std::nullopt).is_finite());
  CHECK(thrown_message<NumericalError>([&] { solve_positive_definite_in_place(judged, b, "A"); }) ==
        "A is not positive definite to working precision; raise the ridge");
}

TEST_CASE("the solve in place refuses what has no single finite answer") {
  const arma::mat B = gaussian_matrix(3, 2, 43);
  const arma::mat eye(3, 3, arma::fill::eye);
  CHECK(error_of(-eye, B) == "A is not positive definite to working precision; raise the ridge");
  CHECK(error_of(arma::mat{{1.0, 1.0, 0.0}, {1.0, 1.0 + 2.3e-16, 0.0}, {0.0, 0.0, 1.0}}, B) ==
        "A is not positive definite to working precision; raise the ridge");
  CHECK(error_of(arma::mat(3, 2, arma::fill::eye), B) == "A: 3 x 2 with 3 right-hand rows");
  CHECK(error_of(eye, B.head_rows(2)) == "A: 3 x 3 with 2 right-hand rows");
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), arma::datum::inf}) {
    for (const arma::uword row : {0, 2}) {
      arma::mat broken = eye;
      broken(row, 0) = bad;
      CHECK(error_of(broken, B) == "A: an entry is not a finite number");
    }
  }
  arma::mat broken = B;
  broken(1, 1) = arma::datum::nan;
  CHECK(error_of(eye, broken) == "A (right-hand side): entry (1, 1) is nan, not a finite number");
}

TEST_CASE("BLAS in place is the product and the solution of the definition") {
  const arma::mat A = gaussian_matrix(7, 5, 1), B = gaussian_matrix(5, 4, 2);
  arma::mat L = arma::trimatl(gaussian_matrix(5, 5, 3));
  L.diag() += 3.0;
  arma::mat C(5, 5, arma::fill::ones);
  add_inner_products(C, A);
  CHECK(is_close(arma::mat(arma::trimatl(C)), arma::mat(arma::trimatl(1.0 + A.t() * A)), 1e-13));
  CHECK(C(0, 4) == 1.0);
  arma::mat X = B;
  solve_lower(L, X);
  CHECK(is_close(arma::mat(L * X), B, 1e-13));
  X = B;
  solve_lower_transposed(L, X);
  CHECK(is_close(arma::mat(L.t() * X), B, 1e-13));
  X = B.t();
  solve_lower_from_right(L, X);
  CHECK(is_close(arma::mat(X * L.t()), arma::mat(B.t()), 1e-13));
  const arma::mat S = A.t() * A;
  CHECK(is_close(arma::mat(L * between_inverse_factors(S, L) * L.t()), S, 1e-12));
  arma::mat short_one(4, 2);
  CHECK_THROWS_AS(solve_lower(L, short_one), std::invalid_argument);
}

}  // namespace preimage::linalg
