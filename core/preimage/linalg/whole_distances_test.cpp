#include "preimage/linalg/whole_distances.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/linalg/distances.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

using testing::gaussian_matrix;

namespace {

/// Whole numbers from -spread / 2 to spread / 2, both ends taken.
arma::mat whole_numbers(arma::uword n, arma::uword width, double spread, std::uint64_t seed) {
  arma::mat X =
      arma::clamp(arma::round(spread * gaussian_matrix(n, width, seed)), -0.5 * spread, 0.5 * spread);
  X.row(0).fill(-0.5 * spread);
  X.row(1).fill(0.5 * spread);
  return X;
}

/// The same bits as the sums of squared differences, in which nothing is rounded.
void check_exact(const arma::mat& A, const arma::mat& B) {
  const std::optional<arma::mat> distances = squared_distances_of_whole_numbers(A, B);
  REQUIRE(distances);
  CHECK(arma::approx_equal(*distances, squared_euclidean_distances(A, B), "absdiff", 0.0));
}

}  // namespace

TEST_CASE("squared distances of whole numbers are exact, whatever their range, place and width") {
  for (const arma::uword width : {arma::uword{1}, arma::uword{784}, arma::uword{1100}}) {
    for (const double spread : {2.0, 16.0, 256.0, 2048.0}) {
      for (const double offset : {0.0, 1.6e9, -0x1p50}) {
        CAPTURE(width);
        CAPTURE(spread);
        CAPTURE(offset);
        const arma::mat A = whole_numbers(21, width, spread, 1) + offset;
        const arma::mat B = whole_numbers(13, width, spread, 2) + offset;
        check_exact(A, B);
        check_exact(A, A);
      }
    }
  }
}

TEST_CASE("squared distances of whole numbers, more rows than lie in the cache at once") {
  const arma::mat many = whole_numbers(1030, 20, 4.0, 4);
  check_exact(whole_numbers(3, 20, 4.0, 3), many);
  check_exact(many, many);
}

TEST_CASE("bytes of more coordinates than are multiplied at once, each coordinate about another number") {
  arma::mat X = arma::round(arma::clamp(127.5 + 80.0 * gaussian_matrix(30, 1100, 6), 0.0, 255.0));
  X.row(3).fill(255.0);
  X.row(4).fill(254.0);
  X.row(5).zeros();
  check_exact(X, X);
  X.each_row() += arma::regspace<arma::rowvec>(0, 1099) * 1000.0;
  check_exact(X, X.rows(2, 9));
}

TEST_CASE("numbers that are not whole, or too far apart, are left to others") {
  const arma::mat A = whole_numbers(5, 20, 8.0, 5);
  for (const double other : {0.5, 1e-300, 0x1p52 + 1.0, 2045.0, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    CAPTURE(other);
    arma::mat B = A;
    B(4, 19) = other;
    CHECK_FALSE(squared_distances_of_whole_numbers(A, B));
    CHECK_FALSE(squared_distances_of_whole_numbers(B, A));
    CHECK_FALSE(squared_distances_of_whole_numbers(B, B));
  }
  arma::mat infinite(2, 20);
  infinite.fill(std::numeric_limits<double>::infinity());
  CHECK_FALSE(squared_distances_of_whole_numbers(infinite, infinite));
  CHECK_FALSE(squared_distances_of_whole_numbers(arma::mat(0, 20), A));
  const arma::mat halves = A - 0x1p51 - 4.5,
                  odd = A - 0x1p53;  // what is added to round them keeps a digit too many
  CHECK_FALSE(squared_distances_of_whole_numbers(halves, halves));
  CHECK_FALSE(squared_distances_of_whole_numbers(odd, odd));
  CHECK_THROWS_AS(squared_distances_of_whole_numbers(A, A.head_cols(19)), std::invalid_argument);
}

}  // namespace preimage::linalg
