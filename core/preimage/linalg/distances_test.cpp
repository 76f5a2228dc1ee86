#include "preimage/linalg/distances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

constexpr arma::uword kWide = 40;  // more columns than a product needs to be the faster way

/// Pair by pair in extended precision.
arma::mat slow_distances(const arma::mat& A, const arma::mat& B) {
  arma::mat result(A.n_rows, B.n_rows);
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    for (arma::uword j = 0; j < B.n_rows; ++j) {
      long double sum = 0.0L;
      for (arma::uword f = 0; f < A.n_cols; ++f) {
        const long double difference = static_cast<long double>(A(i, f)) - static_cast<long double>(B(j, f));
        sum += difference * difference;
      }
      result(i, j) = static_cast<double>(sum);
    }
  }
  return result;
}

/// The largest |actual - expected| / expected; infinite where an entry that should be 0 is not.
double largest_relative_error(const arma::mat& actual, const arma::mat& expected) {
  REQUIRE(arma::size(actual) == arma::size(expected));
  double largest = 0.0;
  for (arma::uword i = 0; i < expected.n_elem; ++i) {
    const double error = std::abs(actual(i) - expected(i));
    largest = std::max(largest, error == 0.0 ? 0.0 : error / expected(i));
  }
  return largest;
}

bool same_bits(const arma::mat& a, const arma::mat& b) {
  return arma::approx_equal(a, b, "absdiff", 0.0);
}

}  // namespace

TEST_CASE("squared Euclidean distances are exact far from the origin") {
  const arma::mat X = gaussian_matrix(300, 7, 1);  // more rows than one block of the loop
  const arma::mat distances = squared_euclidean_distances(X, X);
  CHECK(arma::abs(distances.diag()).max() == 0.0);
  CHECK(same_bits(distances, distances.t()));
  CHECK(largest_relative_error(distances, slow_distances(X, X)) < 1e-15);
  // 2^24 + multiples of 1/4 are exact, so the shifted samples have the very same distances.
  const arma::mat grid = arma::floor(4.0 * X) / 4.0;
  CHECK(same_bits(squared_euclidean_distances(grid + 0x1p24, grid + 0x1p24),
                  squared_euclidean_distances(grid, grid)));
}

TEST_CASE("equal rows have distance zero and sub-blocks have the bits of the whole") {
  arma::mat X = gaussian_matrix(200, 5, 2);
  X.row(17) = X.row(150);
  const arma::mat whole = squared_euclidean_distances(X, X);
  CHECK(whole(17, 150) == 0.0);
  CHECK(same_bits(squared_euclidean_distances(X), whole));
  const arma::mat block = squared_euclidean_distances(X.rows(13, 190), X.rows(40, 44));
  CHECK(same_bits(block, whole.submat(13, 40, 190, 44)));
}

TEST_CASE("squared distances by a product agree with those pair by pair, near the origin and far from it") {
  for (const arma::uword width : {arma::uword{1}, arma::uword{5}, kWide, arma::uword{300}}) {
    for (const double offset : {0.0, 1e7, 1e8, 1.6e9}) {
      CAPTURE(width);
      CAPTURE(offset);
      arma::mat A = gaussian_matrix(50, width, 31) + offset;
      const arma::mat B = gaussian_matrix(30, width, 32) + offset;
      A.row(7) = A.row(40);
      A.row(9) = A.row(41) * (1.0 + 1e-12);  // nearly equal
      const arma::mat own = squared_distances_by_product(A, A);
      CHECK(largest_relative_error(own, slow_distances(A, A)) < 1e-11);
      CHECK(same_bits(own, own.t()));
      CHECK(arma::abs(own.diag()).max() == 0.0);
      CHECK(own(7, 40) == 0.0);
      CHECK(largest_relative_error(squared_distances_by_product(A, B), slow_distances(A, B)) < 1e-11);
      const arma::mat copy = A;
      CHECK(largest_relative_error(squared_distances_by_product(A, copy), slow_distances(A, A)) < 1e-11);
    }
  }
}

TEST_CASE("where a thousandth of the norms is left of a distance, it is that of the differences") {
  const arma::mat A = gaussian_matrix(40, 300, 37);
  arma::mat B = A;
  for (arma::uword i = 0; i < A.n_rows; ++i) B.row(i) += 0.05 * gaussian_matrix(1, 300, 100 + i);
  const arma::vec found = squared_distances_by_product(A, B).diag(), expected = slow_distances(A, B).diag();
  CHECK(arma::max(expected / arma::sum(arma::square(A), 1)) < 0.01);
  CHECK(arma::max(arma::abs(found - expected) / expected) < 1e-14);
}

TEST_CASE("groups of rows that lie far from each other keep the distances within") {
  arma::mat X = gaussian_matrix(60, kWide, 33);
  X.rows(20, 39) += 1e8;
  X.row(59).fill(-1e12);  // the smallest values are far from all the others
  CHECK(largest_relative_error(squared_distances_by_product(X, X), slow_distances(X, X)) < 1e-11);
}

TEST_CASE("rows of whole numbers keep their ties") {
  const arma::mat small = arma::round(3.0 * gaussian_matrix(60, kWide, 36));
  for (const auto& [scale, offset] : {std::pair{1.0, 0.0}, {1.0, 1.6e9}, {1e4, 0.0}, {1e4, 1.6e9}}) {
    const arma::mat X = scale * small, moved = X + offset;
    CHECK(same_bits(squared_distances_by_product(moved, moved), slow_distances(X, X)));
    const arma::mat head = moved.head_rows(9);
    CHECK(same_bits(squared_distances_by_product(head, moved), slow_distances(X.head_rows(9), X)));
  }
}

TEST_CASE("squared distances by a product keep NaN where it belongs, and what is too large to be squared") {
  arma::mat X = gaussian_matrix(6, kWide, 34);
  const arma::mat expected = slow_distances(X, X);
  X(2, 3) = std::numeric_limits<double>::quiet_NaN();
  const arma::mat distances = squared_distances_by_product(X, X);
  for (arma::uword i = 0; i < 6; ++i) {
    for (arma::uword j = 0; j < 6; ++j) {
      CHECK((i == 2 || j == 2 ? std::isnan(distances(i, j))
                              : is_close(distances(i, j), expected(i, j), 1e-11)));
    }
  }
  arma::mat huge = 1e-3 * gaussian_matrix(5, kWide, 35);
  huge.col(0).fill(1e200);
  CHECK(largest_relative_error(squared_distances_by_product(huge, huge), slow_distances(huge, huge)) < 1e-11);
}

TEST_CASE("squared distances of no rows, of rows without entries and of rows of different width") {
  CHECK(arma::size(squared_distances_by_product(arma::mat(0, 40), arma::mat(3, 40))) == arma::SizeMat(0, 3));
  CHECK(arma::abs(squared_distances_by_product(arma::mat(2, 0), arma::mat(3, 0))).max() == 0.0);
  CHECK(thrown_message<std::invalid_argument>([] {
          squared_distances_by_product(arma::mat(2, 3), arma::mat(2, 4));
        }) == "vectors of different width: 3 and 4 features");
}

}  // namespace preimage::linalg
