#include "preimage/samples/folds.hpp"

#include <algorithm>
#include <cmath>
#include <map>

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

TEST_CASE("stratified parts mix their classes: none comes first") {
  // Of two classes of 1,000 each, in parts of 400: a part that went class by class would have neighbours of
  // two classes in one place, and no sample of the second class in its first half. Random orders have them in
  // 200 places in the mean, and more where classes are dealt out evenly.
  std::vector<int> strata(2000);
  for (std::size_t i = 0; i < strata.size(); ++i) strata[i] = i < 1000 ? 0 : 1;
  for (const arma::uvec& part : cut(2000, 5, strata, 1)) {
    REQUIRE(part.n_elem == 400);
    const auto is_second = [&](arma::uword place) { return part(place) >= sample_numbers(2000)(1000); };
    int changes = 0, first_half = 0;
    for (arma::uword i = 1; i < part.n_elem; ++i) changes += is_second(i - 1) != is_second(i) ? 1 : 0;
    for (arma::uword i = 0; i < 200; ++i) first_half += is_second(i) ? 1 : 0;
    CHECK(changes > 150);
    CHECK(std::abs(first_half - 100) < 30);  // standard deviation 5
    CHECK_FALSE(part.is_sorted());
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

namespace {

/// 40 groups of 1 to 9 samples, numbered in a mixed order; the class of a sample is that of its group, but
/// for every fifth.
struct Grouped {
  std::vector<int> groups, classes;
  arma::uvec samples;
  Grouped() {
    for (int g = 0; g < 40; ++g) {
      for (int i = 0; i < 1 + g * 7 % 9; ++i) {
        groups.push_back(g * 17 % 40);
        classes.push_back(i % 5 == 4 ? 1 : g % 2);
      }
    }
    samples = sample_numbers(groups.size());
  }
  std::vector<arma::uvec> cut(std::size_t folds, bool stratified, std::uint64_t seed) const {
    base::Random random(seed);
    return cut_into_group_folds(samples, groups, folds, stratified ? classes : std::vector<int>{}, random);
  }
  int group_of(arma::uword sample) const { return groups[(sample - 7) / 3]; }
};

}  // namespace

TEST_CASE(
    "folds of groups are whole, a partition and of nearly equal size, stratified or not, for every seed") {
  const Grouped grouped;
  for (const std::size_t folds : {2, 3, 5, 10}) {
    for (const bool stratified : {false, true}) {
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const std::vector<arma::uvec> parts = grouped.cut(folds, stratified, seed);
        CHECK(parts.size() == folds);
        CHECK(same_indices(sorted_union(parts), grouped.samples));
        std::map<int, std::size_t> part_of;
        arma::uword least = grouped.samples.n_elem, most = 0;
        for (std::size_t p = 0; p < parts.size(); ++p) {
          least = std::min(least, parts[p].n_elem);
          most = std::max(most, parts[p].n_elem);
          for (const arma::uword sample : parts[p])
            CHECK(part_of.emplace(grouped.group_of(sample), p).first->second == p);
        }
        CHECK(most - least <= (stratified ? 9 : 2));  // the largest group has 9
      }
    }
  }
}

TEST_CASE("stratified folds of groups hold each class nearly in proportion, others need not") {
  const Grouped grouped;
  const auto spread = [&](bool stratified) {
    double worst = 0.0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      for (const arma::uvec& part : grouped.cut(5, stratified, seed)) {
        double ones = 0.0;
        for (const arma::uword sample : part) ones += grouped.classes[(sample - 7) / 3];
        const double all = static_cast<double>(std::count(grouped.classes.begin(), grouped.classes.end(), 1));
        worst = std::max(worst, std::abs(ones - all / 5.0));
      }
    }
    return worst;
  };
  CHECK(spread(true) <= 6.0);
  CHECK(spread(true) < spread(false));
}

TEST_CASE("folds of groups are random, fixed by the seed, and know no names of groups") {
  const Grouped grouped;
  CHECK(same_indices(grouped.cut(4, true, 1)[0], grouped.cut(4, true, 1)[0]));
  CHECK_FALSE(same_indices(arma::sort(grouped.cut(4, true, 1)[0]), arma::sort(grouped.cut(4, true, 2)[0])));
  CHECK_FALSE(same_indices(arma::sort(grouped.cut(4, false, 1)[0]), arma::sort(grouped.cut(4, false, 2)[0])));
  Grouped different;  // of 1 to 30 samples
  different.groups.clear();
  for (int g = 0; g < 30; ++g)
    different.groups.insert(different.groups.end(), static_cast<std::size_t>(g) + 1, g);
  different.samples = sample_numbers(different.groups.size());
  CHECK_FALSE(
      same_indices(arma::sort(different.cut(4, false, 1)[0]), arma::sort(different.cut(4, false, 2)[0])));
}

TEST_CASE("as many folds as groups leave one group out; more are refused") {
  base::Random random(1);
  const arma::uvec samples = sample_numbers(5);
  const std::vector<int> groups = {4, 2, 4, 9, 2};
  const std::vector<arma::uvec> parts = cut_into_group_folds(samples, groups, 3, {}, random);
  std::vector<arma::uword> sizes;
  for (const arma::uvec& part : parts) sizes.push_back(part.n_elem);
  std::sort(sizes.begin(), sizes.end());
  CHECK(sizes == std::vector<arma::uword>{1, 2, 2});
  CHECK(thrown_message<std::invalid_argument>([&] {
          cut_into_group_folds(samples, groups, 4, {}, random);
        }) == "more folds than groups: 4 folds, 3 groups");
  CHECK(thrown_message<std::invalid_argument>([&] {
          cut_into_group_folds(samples, {1, 2}, 2, {}, random);
        }) == "2 groups for 5 samples to be cut into folds");
}

TEST_CASE("folds in the order of time train on the past") {
  // scikit-learn's TimeSeriesSplit(3) of ten samples tests on 4, 5; 6, 7; 8, 9.
  const arma::uvec numbers = sample_numbers(10);
  const arma::vec times = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  const auto splits = ordered_splits(numbers, times, 3);
  REQUIRE(splits.size() == 3);
  for (arma::uword f = 0; f < 3; ++f) {
    CHECK(same_indices(splits[f].train, arma::uvec(arma::reverse(numbers.tail(4 + 2 * f)))));
    CHECK(same_indices(splits[f].test, {numbers(5 - 2 * f), numbers(4 - 2 * f)}));
  }
  CHECK(ordered_splits(numbers, times, 3, {.samples = 1})[1].train.n_elem == 5);
  CHECK(ordered_splits(numbers, times, 3, {.time = 2.0})[1].train.n_elem ==
        5);  // times 0 to 4, test from 6 on
  CHECK(ordered_splits(numbers, times, 3, {.time = 1.0})[1].train.n_elem == 6);
}

TEST_CASE("folds in the order of time are those of scikit-learn's TimeSeriesSplit") {
  struct Case {
    arma::uword samples, folds, gap;
    std::vector<arma::uword> trained,
        first_tested;  // how many train, and the first that is tested, of each fold
  };
  for (const Case& one :
       {Case{17, 5, 0, {7, 9, 11, 13, 15}, {7, 9, 11, 13, 15}},
        Case{20, 4, 2, {2, 6, 10, 14}, {4, 8, 12, 16}}, Case{13, 3, 1, {3, 6, 9}, {4, 7, 10}}}) {
    const auto numbers = arma::regspace<arma::uvec>(0, one.samples - 1);
    const auto splits =
        ordered_splits(numbers, arma::conv_to<arma::vec>::from(numbers), one.folds, {.samples = one.gap});
    REQUIRE(splits.size() == one.folds);
    const arma::uword tested = one.samples / (one.folds + 1);
    for (arma::uword f = 0; f < one.folds; ++f) {
      const arma::uword first = one.first_tested[f];
      CHECK(same_indices(splits[f].train, arma::uvec(numbers.head(one.trained[f]))));
      CHECK(same_indices(splits[f].test, arma::uvec(numbers.subvec(first, first + tested - 1))));
    }
  }
}

TEST_CASE("a gap in time is kept but for rounding") {
  const arma::vec times = arma::regspace(0.0, 8.0) / 10.0;  // 0.6 - 0.3 is less than 0.3 in doubles
  const auto splits = ordered_splits(arma::regspace<arma::uvec>(0, 8), times, 2, {.time = 0.3});
  CHECK(splits[0].train.n_elem == 1);
  CHECK(splits[1].train.n_elem == 4);
}

TEST_CASE("samples of one time are on one side of a split, in their own order") {
  const arma::uvec numbers = sample_numbers(8);
  const arma::vec times = {0, 0, 1, 1, 1, 2, 2, 3};
  const auto splits = ordered_splits(numbers, times, 2);
  CHECK(same_indices(splits[0].train, arma::uvec(numbers.head(2))));
  CHECK(same_indices(splits[0].test, {numbers(2), numbers(3), numbers(4)}));
  CHECK(same_indices(splits[1].test, arma::uvec(numbers.tail(3))));
  for (const Split& split : splits) {
    for (const arma::uword before : split.train) {
      for (const arma::uword after : split.test) CHECK(times((before - 7) / 3) < times((after - 7) / 3));
    }
  }
}

TEST_CASE("folds in the order of time that cannot be cut are errors") {
  const arma::uvec numbers = sample_numbers(4);
  const auto error = [&](const arma::vec& times, std::size_t folds, const Gap& gap = {}) {
    return thrown_message<std::invalid_argument>([&] { ordered_splits(numbers, times, folds, gap); });
  };
  CHECK(error({0, 1, 2, 3}, 4) == "4 folds in the order of time of 4 samples");
  CHECK(error({0, 1, 2, arma::datum::nan}, 2) ==
        "folds in the order of time need a finite time for each sample");
  CHECK(error({0, 1, 1, 1}, 3) ==
        "3 folds in the order of time: too many samples are of one time, so that fold 0 is empty");
  CHECK(error({0, 1, 2, 3}, 3, {.samples = 1}) ==
        "3 folds in the order of time: nothing is left to train on before those that fold 0 tests");
  CHECK(error({5, 5, 5, 5}, 2) ==
        "2 folds in the order of time: too many samples are of one time, so that fold 0 is empty");
}

}  // namespace preimage::samples
