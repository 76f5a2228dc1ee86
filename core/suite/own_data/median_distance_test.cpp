// The median distance between samples, against a sorted list of all pairs.
#include "suite/own_data/median_distance.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/kernels/wrappers.hpp"

using namespace preimage;
using suite::own_data::median_distance;
using suite::own_data::MedianDistance;

namespace {

arma::mat random_rows(arma::uword n, std::uint64_t seed) {
  base::Random random(seed);
  arma::mat X(n, 3);
  for (double& x : X) x = random.gaussian();
  return X;
}

double median_of_pairs(const arma::mat& X) {
  std::vector<double> distances;
  for (arma::uword i = 0; i < X.n_rows; ++i) {
    for (arma::uword j = i + 1; j < X.n_rows; ++j) {
      double squared = 0.0;
      for (arma::uword f = 0; f < X.n_cols; ++f) squared += (X(i, f) - X(j, f)) * (X(i, f) - X(j, f));
      distances.push_back(std::sqrt(squared));
    }
  }
  std::sort(distances.begin(), distances.end());
  const std::size_t n = distances.size();
  return n % 2 == 1 ? distances[n / 2] : 0.5 * (distances[n / 2 - 1] + distances[n / 2]);
}

MedianDistance median_of_rows(const arma::mat& X, std::uint64_t seed = 1) {
  return median_distance<kernels::Vectors>(std::make_shared<kernels::LinearKernel>(), X, seed);
}

}  // namespace

TEST_CASE("the median of all pairs, of even and odd numbers of them") {
  for (arma::uword n = 2; n < 32; n += n < 5 ? 1 : 13) {  // 1, 3, 6, 10, 153 and 465 pairs
    const arma::mat X = random_rows(n, n);
    const MedianDistance median = median_of_rows(X);
    CHECK(median.value == doctest::Approx(median_of_pairs(X)).epsilon(1e-12));
    CHECK(median.samples == n);
    CHECK_FALSE(median.of_different_only);
  }
}

TEST_CASE("of many samples it is that of a thousand, drawn by the seed") {
  const arma::mat X = random_rows(1200, 7);
  const MedianDistance median = median_of_rows(X, 3);
  CHECK(median.samples == 1000);
  CHECK(median_of_rows(X, 3).value == median.value);
  CHECK(median_of_rows(X, 4).value != median.value);
  const std::vector<std::size_t> order = base::Random(3).permutation(1200);
  arma::uvec drawn(1000);
  for (arma::uword i = 0; i < 1000; ++i) drawn(i) = order[i];
  CHECK(median.value == doctest::Approx(median_of_pairs(X.rows(drawn))).epsilon(1e-12));
}

TEST_CASE("where most samples are twins, the others say how far apart samples are") {
  arma::mat X(10, 1, arma::fill::zeros);
  X(9, 0) = 3.0;
  const MedianDistance median = median_of_rows(X);
  CHECK(median.value == 3.0);
  CHECK(median.of_different_only);
  CHECK(median_of_rows(arma::mat(4, 2, arma::fill::ones)).value == 0.0);
}

TEST_CASE("strings are as far apart as their kernel says") {
  // Counts of the symbols a and b: (1, 1), (2, 1), (0, 1), (3, 1); their distances are 1, 1, 2, 2, 1 and 3.
  const MedianDistance median = median_distance<kernels::Strings>(
      std::make_shared<kernels::SpectrumKernel>(1, 1), kernels::Strings{"ab", "aab", "b", "aaab"}, 1);
  CHECK(median.value == doctest::Approx(1.5));
}

TEST_CASE("equal strings are at distance 0, whatever rounding says of their kernel values") {
  kernels::Strings strings(30, "abcab");
  strings.insert(strings.end(), {"bca", "bca", "aaab"});
  const auto kernel = std::make_shared<const kernels::NormalisedKernel<kernels::Strings>>(
      std::make_shared<kernels::SubsequenceKernel>(2, 0.5));
  const MedianDistance median = median_distance<kernels::Strings>(kernel, strings, 1);
  CHECK(median.of_different_only);
  CHECK(median.value > 0.5);
}
