#include "preimage/linalg/conjugate_gradients.hpp"

#include <array>

#include <doctest/doctest.h>

#include "preimage/linalg/symmetric_tiles.hpp"
#include "testing/toy_data.hpp"

using namespace preimage;
using linalg::ConjugateGradients;

namespace {

/// Positive definite, with eigenvalues of 1 and more.
arma::mat definite(arma::uword n) {
  const arma::mat F = testing::gaussian_matrix(n, n, 1);
  return F * F.t() / static_cast<double>(n) + arma::eye(n, n);
}

bool never(const ConjugateGradients&) {
  return false;
}

}  // namespace

TEST_CASE("n iterations solve n equations, a column by itself as beside others") {
  const arma::mat A = definite(12), B = testing::gaussian_matrix(12, 3, 2), exact = arma::solve(A, B);
  const auto times = [&](const arma::mat& V) -> arma::mat { return A * V; };
  const arma::mat P = arma::diagmat(A);
  const auto precondition = [&](const arma::mat& R) -> arma::mat { return arma::solve(P, R); };
  const ConjugateGradients found = linalg::conjugate_gradients(times, precondition, B, never, 12);
  CHECK(found.iterations == 12);
  CHECK(arma::abs(found.X - exact).max() < 1e-9);
  CHECK(arma::approx_equal(found.first, arma::sum(B % arma::solve(P, B), 0), "reldiff", 1e-12));
  const ConjugateGradients alone = linalg::conjugate_gradients(times, precondition, B.col(1), never, 4);
  const ConjugateGradients beside = linalg::conjugate_gradients(times, precondition, B, never, 4);
  CHECK(arma::abs(alone.X - beside.X.col(1)).max() < 1e-12);
  CHECK(arma::abs(beside.residual - (B - A * beside.X)).max() < 1e-12);
}

TEST_CASE("the inverse as preconditioner needs one iteration; zeros need none, and stay") {
  const arma::mat A = definite(9);
  arma::mat B = testing::gaussian_matrix(9, 2, 3);
  B.col(0).zeros();
  const ConjugateGradients found = linalg::conjugate_gradients(
      [&](const arma::mat& V) -> arma::mat { return A * V; },
      [&](const arma::mat& R) -> arma::mat { return arma::solve(A, R); }, B,
      [](const ConjugateGradients& now) { return linalg::largest_part(now.squares, now.first) < 1e-12; }, 5);
  CHECK(found.iterations == 1);
  CHECK(arma::abs(found.X.col(0)).max() == 0.0);
  CHECK(arma::abs(found.X.col(1) - arma::solve(A, B.col(1))).max() < 1e-12);
}

TEST_CASE("the largest part is of the worst column, 0 of zeros, and no number where one is none") {
  CHECK(linalg::largest_part({4.0, 1.0, 0.0}, {16.0, 1.0, 0.0}) == 1.0);
  CHECK(linalg::largest_part({4.0, -1.0}, {16.0, 1.0}) == 0.5);
  CHECK(std::isnan(linalg::largest_part({arma::datum::nan, 1.0}, {1.0, 1.0})));
}

TEST_CASE("a product by tiles is the product, to the bit for any number of threads, held or not") {
  const arma::uword n = 230;
  const arma::mat A = definite(n);
  arma::mat asked(n, n, arma::fill::zeros);
  const auto block = [&](const arma::span& rows, const arma::span& columns) {
    arma::mat values = A(rows, columns);
    for (arma::uword j = 0; j < values.n_cols; ++j) {
      for (arma::uword i = 0; i < values.n_rows; ++i) {
        if (rows.a + i < columns.a + j) values(i, j) = -1e9;  // not to be looked at
      }
    }
    asked(rows, columns) += 1.0;
    return values;
  };
  for (int round = 0; round < 12; ++round) {
    const arma::uword width = std::array{50, 230, 768}[round % 3];
    const arma::mat X =
        testing::gaussian_matrix(n, std::array{1, 2, 3, 20}[round / 3], 4);  // one pass, or two
    CAPTURE(width);
    CAPTURE(X.n_cols);
    linalg::TileOptions options;
    options.width = width;
    options.rows = 24;
    const arma::mat once = linalg::SymmetricTiles(n, block, options, "A").times(X);
    CHECK(arma::abs(once - A * X).max() < 1e-12 * arma::abs(A * X).max());
    asked.zeros();
    options.holds = true;
    const linalg::SymmetricTiles held(n, block, options, "A");
    CHECK(arma::approx_equal(held.times(X), once, "absdiff", 0.0));
    CHECK(arma::approx_equal(held.times(X), once, "absdiff", 0.0));
    CHECK(asked.max() == 1.0);
    options.threads = 3;
    const auto pure = [&](const arma::span& rows, const arma::span& columns) -> arma::mat {
      return A(rows, columns);
    };
    CHECK(arma::approx_equal(linalg::SymmetricTiles(n, pure, options, "A").times(X), once, "absdiff", 0.0));
  }
}
