#include "preimage/regression/landmarks.hpp"

#include <set>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/incomplete_cholesky.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

/// A narrow cluster of 150 samples, and 30 around it.
arma::mat spread_gram() {
  arma::mat X = gaussian_matrix(180, 2, 21);
  X.head_rows(150) *= 0.1;
  return gaussian_gram(X, X, 2.0);
}

arma::uvec chosen_of(const arma::mat& K, LandmarkRule rule, arma::uword count, std::uint64_t seed = 1) {
  return chosen_landmarks({rule, count, seed}, kernels::Gram(K));
}

/// tr(K - K_nM K_MM^-1 K_Mn)
double trace_error(const arma::mat& K, const arma::uvec& landmarks) {
  const arma::mat K_nM = K.cols(landmarks);
  return arma::trace(K) -
         arma::trace(K_nM * arma::solve(arma::mat(K.submat(landmarks, landmarks)), K_nM.t()));
}

bool all_differ(const arma::uvec& samples) {
  return std::set<arma::uword>(samples.begin(), samples.end()).size() == samples.n_elem;
}

constexpr LandmarkRule kSampleRules[] = {LandmarkRule::uniform, LandmarkRule::rpcholesky,
                                         LandmarkRule::greedy};

}  // namespace

TEST_CASE("every rule gives as many different samples as asked for, the same for the same seed") {
  const arma::mat K = spread_gram();
  for (const LandmarkRule rule : kSampleRules) {
    CAPTURE(name_of(rule));
    for (const arma::uword count : {1, 12, 40}) {
      const arma::uvec chosen = chosen_of(K, rule, count);
      CHECK(chosen.n_elem == count);
      CHECK(all_differ(chosen));
      CHECK(arma::all(chosen == chosen_of(K, rule, count)));
      const bool other = arma::all(chosen == chosen_of(K, rule, count, 2));
      CHECK(other == (rule == LandmarkRule::greedy));
    }
  }
}

TEST_CASE("greedy is pivoted Cholesky; rpcholesky comes near it, uniform does not") {
  const arma::mat K = spread_gram();
  const arma::uvec greedy = chosen_of(K, LandmarkRule::greedy, 20);
  const auto pivots =
      linalg::incomplete_cholesky([&](arma::uword i) -> arma::vec { return K.col(i); }, K.diag(), 20).pivots;
  CHECK(arma::all(greedy == pivots));
  double random = 0.0, uniform = 0.0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    random += trace_error(K, chosen_of(K, LandmarkRule::rpcholesky, 20, seed)) / 10.0;
    uniform += trace_error(K, chosen_of(K, LandmarkRule::uniform, 20, seed)) / 10.0;
  }
  CHECK(random < 0.5 * uniform);
  CHECK(trace_error(K, greedy) < 0.5 * uniform);
}

TEST_CASE("rpcholesky in blocks draws from the distribution of one at a time") {
  // Three groups of ten equal samples, by the kernel values between groups. The first sample is of group g with probability
  // G_gg / trace, the second of h with what g leaves of G_hh. In the first nothing is left of a group, in the second a part of another.
  const arma::mat alone = arma::diagmat(arma::vec{1.0, 2.0, 4.0}),
                  alike = {{1.0, 0.9, 0.0}, {0.9, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  for (const arma::mat& G : {alone, alike}) {
    CAPTURE(G(0, 1));
    const kernels::Gram gram{arma::mat(arma::kron(G, arma::mat(10, 10, arma::fill::ones)))};
    arma::mat counts(3, 3, arma::fill::zeros);
    constexpr int kDraws = 20000;
    for (int seed = 0; seed < kDraws; ++seed) {
      const arma::uvec pair =  // in blocks of two
          chosen_landmarks({LandmarkRule::rpcholesky, 20, static_cast<std::uint64_t>(seed)}, gram);
      CHECK(pair.n_elem == 3);  // no more is to be had
      counts(pair(0) / 10, pair(1) / 10) += 1.0 / kDraws;
    }
    for (arma::uword g = 0; g < 3; ++g) {
      const arma::mat left = G - G.col(g) * G.row(g) / G(g, g);
      for (arma::uword h = 0; h < 3; ++h) {
        const double expected = G(g, g) / arma::trace(G) * left(h, h) / arma::trace(left);
        CHECK(std::abs(counts(g, h) - expected) < 4.0 * std::sqrt(0.25 / kDraws));
      }
    }
  }
}

TEST_CASE("duplicates are passed over by the rules that look") {
  const arma::mat half = spread_gram().submat(0, 0, 24, 24);
  const arma::mat K = arma::repmat(half, 2, 2);
  for (const LandmarkRule rule : {LandmarkRule::rpcholesky, LandmarkRule::greedy}) {
    const arma::uvec chosen = chosen_of(K, rule, 40);
    CHECK(chosen.n_elem <= 25);
    arma::uvec kinds = chosen;
    for (arma::uword& kind : kinds) kind %= 25;
    CHECK(all_differ(kinds));
  }
  CHECK(chosen_of(arma::mat(5, 5, arma::fill::zeros), LandmarkRule::rpcholesky, 3).is_empty());
}

TEST_CASE("centres of k-means stand in the middle of what is there, far from the origin, too") {
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
  const arma::mat K = spread_gram();
  CHECK(thrown_message<std::invalid_argument>([&] { chosen_of(K, LandmarkRule::uniform, 181); }) ==
        "181 landmarks (uniform) of 180 samples to train on, expected 1 to 180");
  CHECK_THROWS_AS(chosen_of(K, LandmarkRule::greedy, 0), std::invalid_argument);
  CHECK_THROWS_AS(chosen_of(K, LandmarkRule::kmeans, 8), std::invalid_argument);
  CHECK_THROWS_AS(k_means_landmarks({LandmarkRule::kmeans, 4, 1}, arma::mat(3, 2)), std::invalid_argument);
  arma::mat poisoned = K;
  poisoned(0, 0) = arma::datum::nan;
  CHECK_THROWS_AS(chosen_of(poisoned, LandmarkRule::rpcholesky, 8), NumericalError);
}

}  // namespace preimage::regression
