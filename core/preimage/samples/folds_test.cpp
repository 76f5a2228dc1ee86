#include "preimage/samples/folds.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::samples {

using testing::same_indices;
using testing::thrown_message;

namespace {

arma::uvec sample_numbers(arma::uword n) {
  return 3 * arma::regspace<arma::uvec>(0, n - 1) + 7;  // numbers, not positions
}

std::vector<arma::uvec> cut(arma::uword n, std::size_t folds, const std::vector<int>& strata,
                            std::uint64_t seed) {
  base::Random random(seed);
  return cut_into_folds(sample_numbers(n), folds, strata, random);
}

arma::uvec sorted_union(const std::vector<arma::uvec>& parts) {
  arma::uvec all;
  for (const arma::uvec& part : parts) all = arma::join_cols(all, part);
  return arma::sort(all);
}

}  // namespace

TEST_CASE("folds partition the samples into parts of nearly equal size") {
  for (arma::uword n : {5, 23, 100}) {
    for (std::size_t folds : {2, 3, 5}) {
      CAPTURE(n);
      CAPTURE(folds);
      const std::vector<arma::uvec> parts = cut(n, folds, {}, 1);
      CHECK(parts.size() == folds);
      CHECK(same_indices(sorted_union(parts), sample_numbers(n)));
      for (const arma::uvec& part : parts) {
        CHECK(part.n_elem >= n / folds);
        CHECK(part.n_elem <= (n + folds - 1) / folds);
      }
    }
  }
}

TEST_CASE("folds are random, and fixed by the seed") {
  CHECK(same_indices(cut(40, 4, {}, 1)[0], cut(40, 4, {}, 1)[0]));
  CHECK_FALSE(same_indices(cut(40, 4, {}, 1)[0], cut(40, 4, {}, 2)[0]));
  const std::vector<int> strata(40, 3);
  CHECK_FALSE(same_indices(cut(40, 4, strata, 1)[0], cut(40, 4, strata, 2)[0]));
}

TEST_CASE("stratified parts hold every class in proportion") {
  const arma::uword n = 53;
  std::vector<int> strata;
  for (arma::uword i = 0; i < n; ++i) strata.push_back(i % 7 == 0 ? -4 : static_cast<int>(i % 3));
  const arma::uvec numbers = sample_numbers(n);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::vector<arma::uvec> parts = cut(n, 4, strata, seed);
    CHECK(same_indices(sorted_union(parts), numbers));
    for (int c : {-4, 0, 1, 2}) {
      std::vector<long> counts;
      for (const arma::uvec& part : parts) {
        counts.push_back(std::count_if(part.begin(), part.end(),
                                       [&](arma::uword sample) { return strata[(sample - 7) / 3] == c; }));
      }
      const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
      CHECK(*most - *least <= 1);
      CHECK(*least > 0);
    }
    for (const arma::uvec& part : parts) CHECK((part.n_elem == 13 || part.n_elem == 14));
  }
}

TEST_CASE("folds that cannot be cut are errors") {
  CHECK(thrown_message<std::invalid_argument>([] { cut(5, 7, {}, 1); }) ==
        "more folds than samples: 7 folds, 5 samples");
  CHECK(thrown_message<std::invalid_argument>([] { cut(5, 1, {}, 1); }) ==
        "cross-validation needs at least 2 folds, not 1");
  CHECK(thrown_message<std::invalid_argument>([] {
          cut(5, 2, {1, 2}, 1);
        }) == "2 classes for 5 samples to be cut into folds");
}

TEST_CASE("a part tests and the rest trains, or the other way round") {
  const std::vector<arma::uvec> parts = {{4, 1}, {9}, {2, 3}};
  const std::vector<Split> rest = make_splits(parts, TrainOn::the_rest);
  REQUIRE(rest.size() == 3);
  CHECK(same_indices(rest[1].test, {9}));
  CHECK(same_indices(rest[1].train, {4, 1, 2, 3}));
  CHECK(same_indices(rest[2].train, {4, 1, 9}));
  const std::vector<Split> first = make_splits(parts, TrainOn::first_fold);
  REQUIRE(first.size() == 1);
  CHECK(arma::all(first[0].train == parts[0]));
  CHECK(first[0].test.n_elem + parts[0].n_elem == make_splits(parts, TrainOn::the_rest)[0].train.n_elem +
                                                      make_splits(parts, TrainOn::the_rest)[0].test.n_elem);
  const std::vector<Split> one = make_splits(parts, TrainOn::one_fold);
  REQUIRE(one.size() == 3);
  for (std::size_t p = 0; p < 3; ++p) {
    CHECK(same_indices(one[p].train, rest[p].test));
    CHECK(same_indices(one[p].test, rest[p].train));
  }
}

}  // namespace preimage::samples
