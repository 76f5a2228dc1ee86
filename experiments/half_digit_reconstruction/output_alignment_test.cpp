#include "experiments/half_digit_reconstruction/output_alignment.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::experiments::half_digit_reconstruction {

using testing::gaussian_matrix;
using testing::is_close;
using testing::make_learner;
using testing::strided_split;
using testing::thrown_message;
using testing::toy_problem;

namespace {

/// Samples 0, 3, 6, ... near one centre, 1, 4, ... near the next, far apart.
arma::mat three_clusters(arma::uword n) {
  arma::mat samples = 0.3 * gaussian_matrix(n, 2, 61);
  for (arma::uword i = 0; i < n; ++i) samples(i, 0) += 10.0 * static_cast<double>(i % 3);
  return samples;
}

}  // namespace

TEST_CASE("alignment has the values computed by hand") {
  const arma::mat eye(2, 2, arma::fill::eye);
  const arma::mat ones(2, 2, arma::fill::ones);
  const arma::mat K = {{2.0, 1.0}, {1.0, 2.0}};
  CHECK(is_close(kernel_alignment(K, K), 1.0, 1e-15));
  CHECK(is_close(kernel_alignment(3.0 * K, K), 1.0, 1e-15));
  CHECK(is_close(kernel_alignment(eye, ones), 1.0 / std::sqrt(2.0), 1e-15));  // 2 / sqrt(2 * 4)
  CHECK(is_close(kernel_alignment(K, ones), 6.0 / std::sqrt(40.0), 1e-15));   // 6 / sqrt(10 * 4)
  CHECK(is_close(kernel_alignment(eye, ones - eye), 0.0, 0.0));
}

TEST_CASE("a zero or infinite matrix has no alignment") {
  const arma::mat ones(2, 2, arma::fill::ones);
  const std::string message = "kernel alignment with a zero or infinite matrix";
  for (double value : {0.0, arma::datum::inf, arma::datum::nan}) {
    const arma::mat K(2, 2, arma::fill::value(value));
    CHECK(thrown_message<NumericalError>([&] { kernel_alignment(K, ones); }) == message);
  }
}

TEST_CASE("the target of well separated clusters says which samples share one") {
  const arma::mat samples = three_clusters(30);
  arma::mat expected(30, 30);
  for (arma::uword i = 0; i < 30; ++i) {
    for (arma::uword j = 0; j < 30; ++j) expected(i, j) = i % 3 == j % 3 ? 1.0 : 0.0;
  }
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    base::Random random(seed);
    CHECK(is_close(cluster_target(samples, 3, random), expected, 0.0));
  }
  base::Random random(1);
  CHECK(is_close(cluster_target(samples, 1, random), arma::mat(30, 30, arma::fill::ones), 0.0));
  CHECK(is_close(cluster_target(samples, 30, random), arma::mat(30, 30, arma::fill::eye), 0.0));
}

TEST_CASE("clusters depend on the seed given and on no global generator") {
  const arma::mat samples = gaussian_matrix(60, 3, 62);
  const auto target = [&](std::uint64_t seed) {
    base::Random random(seed);
    return cluster_target(samples, 12, random);
  };
  arma::arma_rng::set_seed(1);
  const double first_draw = arma::randu();
  arma::arma_rng::set_seed(1);
  const arma::mat first = target(5);
  CHECK(arma::randu() == first_draw);
  CHECK(is_close(target(5), first, 0.0));
  CHECK_FALSE(is_close(target(6), first, 0.0));
}

TEST_CASE("clusters far from the origin are those near it") {
  const arma::mat samples = arma::round(40.0 * gaussian_matrix(60, 3, 63));
  for (const double offset : {1e7, 1.6e9}) {
    base::Random near(7), far(7);
    CHECK(is_close(cluster_target(samples + offset, 12, far), cluster_target(samples, 12, near), 0.0));
  }
}

TEST_CASE("clusters that the samples cannot fill are errors") {
  base::Random random(1);
  const auto message = [&](const arma::mat& samples, arma::uword clusters) {
    return thrown_message<NumericalError>([&] { cluster_target(samples, clusters, random); });
  };
  const arma::mat samples = three_clusters(4);
  CHECK(message(samples, 5) == "5 clusters asked for among 4 samples");
  CHECK(message(samples, 0) == "0 clusters asked for among 4 samples");
  CHECK(message(arma::repmat(samples, 3, 1), 5) == "5 clusters asked for among 4 distinct samples");
  arma::mat broken = samples;
  broken(3, 1) = arma::datum::nan;
  CHECK(message(broken, 2) == "samples to cluster: entry (3, 1) is nan, not a finite number");
}

TEST_CASE("the best aligned bandwidth resolves the clusters and nothing finer") {
  const arma::mat samples = three_clusters(30);
  base::Random random(1);
  const arma::mat target = cluster_target(samples, 3, random);
  const arma::mat D = testing::squared_distances_of_rows(samples);
  CHECK(best_aligned_bandwidth(D, target, {0.01, 2.0, 100.0}) == 2.0);
  CHECK(best_aligned_bandwidth(D, target, {0.01, 100.0}) == 100.0);  // identity .32, all ones .58
  CHECK(best_aligned_bandwidth(D, arma::mat(30, 30, arma::fill::ones), {0.01, 2.0, 100.0}) == 100.0);
  // So small that all of them give the identity: of equals the first.
  CHECK(best_aligned_bandwidth(D, target, {1e-5, 1e-4, 1e-6}) == 1e-5);
  CHECK(thrown_message<NumericalError>([&] { best_aligned_bandwidth(D, target, {}); }) ==
        "no bandwidth to choose from");
}

TEST_CASE("output alignment measures a bandwidth on the training outputs") {
  testing::Problem problem = toy_problem();
  // Two tight pairs of clusters far apart: a bandwidth between the two scales aligns best.
  for (arma::uword i = 0; i < 45; ++i) problem.output_vectors.row(i) = 0.05 * problem.output_vectors.row(i);
  for (arma::uword i = 0; i < 45; ++i) problem.output_vectors(i, 1) += 20.0 * static_cast<double>(i % 3);
  const samples::Split split = strided_split(45, 4);
  const std::string yaml = "{method: output_alignment, clusters: 3, sigma: [0.001, 3, 1000]";
  const auto value = [&](const std::string& rest) {
    const outputs::Prediction prediction = make_learner(yaml + rest, problem)->predict(0, split);
    CHECK(std::holds_alternative<outputs::NoAnswer>(prediction.value));
    return prediction.statistics.at("aligned_bandwidth");
  };
  CHECK(value("}") == 3.0);
  CHECK(is_close(value(", per_coordinate: true}"), std::sqrt(3.0), 1e-14));  // 3 / sqrt(3 dimensions)
}

}  // namespace preimage::experiments::half_digit_reconstruction
