#include "preimage/regression/landmarks.hpp"

#include <set>
#include <stdexcept>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

bool all_differ(const arma::uvec& samples) {
  return std::set<arma::uword>(samples.begin(), samples.end()).size() == samples.n_elem;
}

}  // namespace

TEST_CASE("as many different samples as asked for are drawn, the same for the same seed") {
  for (const arma::uword count : {1, 12, 40, 180}) {
    const auto chosen = [&](std::uint64_t seed) {
      return uniform_landmarks({LandmarkRule::uniform, count, seed}, 180);
    };
    CHECK(chosen(1).n_elem == count);
    CHECK(all_differ(chosen(1)));
    CHECK(chosen(1).max() < 180);
    CHECK(arma::all(chosen(1) == chosen(1)));
    CHECK_FALSE(arma::all(chosen(1) == chosen(2)));
  }
}

TEST_CASE("centres of k-means lie in the middle of what is there, far from the origin, too") {
  for (const double origin : {0.0, 1e6}) {
    arma::mat vectors = gaussian_matrix(60, 2, 22) * 0.01 + origin;
    vectors.rows(20, 39) += 5.0;
    vectors.rows(40, 59) -= 7.0;
    const arma::mat centres = k_means_landmarks({LandmarkRule::kmeans, 30, 3}, vectors);
    CHECK(centres.n_rows == 30);
    const arma::mat one = k_means_landmarks({LandmarkRule::kmeans, 1, 3}, vectors);
    CHECK(is_close(one, arma::mat(arma::mean(vectors, 0)), 1e-12));
  }
}

TEST_CASE("more landmarks than samples, and none, are refused by name") {
  CHECK(thrown_message<std::invalid_argument>([] {
          uniform_landmarks({LandmarkRule::uniform, 181, 1}, 180);
        }) == "181 landmarks (uniform) of 180 samples to train on, expected 1 to 180");
  CHECK_THROWS_AS(uniform_landmarks({LandmarkRule::uniform, 0, 1}, 180), std::invalid_argument);
  CHECK(thrown_message<std::invalid_argument>([] {
          k_means_landmarks({LandmarkRule::kmeans, 4, 1}, arma::mat(3, 2));
        }) == "4 landmarks (kmeans) of 3 samples to train on, expected 1 to 3");
}

}  // namespace preimage::regression
