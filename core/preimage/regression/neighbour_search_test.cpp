#include "preimage/regression/neighbour_search.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_matrix;
using testing::thrown_message;

namespace {

/// Of distances that are known to some units in the last place.
arma::umat nearest_neighbours(const arma::mat& distances, arma::uword k) {
  return regression::nearest_neighbours(distances, 1e-15 * distances, k);
}

/// Every row sorted as a whole by (distance, index).
arma::umat by_sorting(const arma::mat& distances) {
  arma::umat sorted(distances.n_rows, distances.n_cols);
  for (arma::uword i = 0; i < distances.n_rows; ++i) {
    std::vector<std::pair<double, arma::uword>> row;
    for (arma::uword j = 0; j < distances.n_cols; ++j) row.emplace_back(distances(i, j), j);
    std::sort(row.begin(), row.end());
    for (arma::uword j = 0; j < distances.n_cols; ++j) sorted(i, j) = row[j].second;
  }
  return sorted;
}

}  // namespace

TEST_CASE("neighbours agree with a full sort for every k") {
  const arma::mat distances = arma::square(gaussian_matrix(9, 17, 31));
  const arma::umat expected = by_sorting(distances);
  for (arma::uword k = 1; k <= 17; ++k) {
    CAPTURE(k);
    CHECK(arma::all(arma::vectorise(nearest_neighbours(distances, k) == expected.head_cols(k))));
  }
}

TEST_CASE("equal distances are ordered by training index") {
  const arma::mat coarse = arma::floor(arma::square(gaussian_matrix(9, 40, 32)));  // few different values
  const arma::umat expected = by_sorting(coarse);
  for (arma::uword k : {1, 5, 40}) {
    CAPTURE(k);
    CHECK(arma::all(arma::vectorise(nearest_neighbours(coarse, k) == expected.head_cols(k))));
  }
}

TEST_CASE(
    "distances that differ by rounding are ordered by training index, and which are the k nearest, too") {
  const arma::mat distances = {{5.0, 2.0 + 4e-16, 9.0, 2.0, 2.0 - 4e-16, 1.0}};
  CHECK(arma::all(arma::vectorise(nearest_neighbours(distances, 3) == arma::umat{{5, 1, 3}})));
  // 9 is known to 4, 1 to 0.1: not what is equal to the nearest, but 5 is to 9.
  const arma::mat errors = {{0.1, 0.1, 4.0, 0.1, 0.1, 0.1}};
  CHECK(arma::all(arma::vectorise(regression::nearest_neighbours(distances, errors, 6) ==
                                  arma::umat{{5, 1, 3, 4, 0, 2}})));
  CHECK(regression::nearest_neighbours(arma::mat{{1.05, 1.0}}, arma::mat{{0.03, 0.03}}, 1)(0, 0) == 0);
  CHECK(regression::nearest_neighbours(arma::mat{{1.05, 1.0}}, arma::mat{{0.02, 0.02}}, 1)(0, 0) == 1);
}

TEST_CASE("too many neighbours, none, and distances that are no numbers are errors") {
  arma::mat distances(2, 3, arma::fill::ones);
  CHECK(thrown_message<NumericalError>([&] { nearest_neighbours(distances, 4); }) ==
        "4 neighbours asked for among 3 training samples");
  CHECK(thrown_message<NumericalError>([&] { nearest_neighbours(distances, 0); }) ==
        "0 neighbours asked for among 3 training samples");
  distances(1, 2) = arma::datum::nan;
  CHECK(thrown_message<NumericalError>([&] { nearest_neighbours(distances, 1); }) ==
        "squared distances: entry (1, 2) is nan, not a finite number");
}

TEST_CASE("each of the first k neighbours weighs 1/k") {
  const arma::umat neighbours = {{3, 0, 1}, {2, 3, 0}};
  const arma::mat expected = {{0.5, 0.0, 0.0, 0.5}, {0.0, 0.0, 0.5, 0.5}};
  CHECK(testing::is_close(neighbour_weights(neighbours, 2, 4), expected, 0.0));
}

}  // namespace preimage::regression
