#include "suite/results/nested_interval.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace preimage::suite::results;
using doctest::Approx;

namespace {

/// Three folds of two samples; `shift` is added to their losses. Worked by hand:
///   the folds' means are 2 + shift each, their variances / 2 are 1, 0 and 4;
///   the other folds' losses beside each, trained without both, have means 3, 2 and 4;
///   all of these 12 have the mean 3 and the sum of squared deviations 30.
NestedLosses cut_with(double shift) {
  NestedLosses cut{{{1.0, 3.0}, {2.0, 2.0}, {0.0, 4.0}},
                   {{2.0, 4.0, 1.0, 3.0}, {4.0, 4.0, 2.0, 6.0}, {3.0, 5.0, 1.0, 1.0}}};
  for (std::vector<double>& fold : cut.folds) {
    for (double& loss : fold) loss += shift;
  }
  return cut;
}

void check_interval(const std::vector<NestedLosses>& cuts, double estimate, double squared_error) {
  const Interval interval = nested_interval(cuts);
  CHECK(interval.estimate.value() == Approx(estimate));
  CHECK(interval.high - interval.low == Approx(2.0 * 1.959963984540054 * std::sqrt(squared_error)));
  CHECK(interval.high + interval.low == Approx(2.0 * estimate));
}

}  // namespace

TEST_CASE("nested cross-validation by hand: a - b is scaled by 2/3, and kept within s^2/n and 3 s^2/n") {
  const double least = 30.0 / 11.0 / 6.0;  // s^2 / n
  // a = 2.25, 0.25 and 6.25; the bias is 4/3 (3 - 1.5)
  check_interval({cut_with(-0.5)}, 1.0, 2.0 / 3.0 * (8.75 - 5.0) / 3.0);
  check_interval({cut_with(0.0)}, 5.0 / 3.0, least);         // a - b sums to 0
  check_interval({cut_with(1.0)}, 3.0, least);               // to -3
  check_interval({cut_with(-1.0)}, 1.0 / 3.0, 3.0 * least);  // to 9, and 2 is more than 3 s^2/n
}

TEST_CASE("several cuts: means are over all folds of all of them") {
  // a - b sums to 0 and 9; s^2 = 60/23
  check_interval({cut_with(0.0), cut_with(-1.0)}, 1.0, 2.0 / 3.0 * 9.0 / 6.0);
}

TEST_CASE(
    "folds of different sizes: each sample has one weight, and a pair's losses are parted at the first "
    "fold's size") {
  // The folds' means are 2, 5 and 1, their variances / size 1/3, 0 and 0. Beside them: 20/4, 24/5 and 4/5.
  // All 14 have the sum 48 and the sum of squares 304, so that s^2 / n = 1.53 is less than SE^2 = 1.94.
  const NestedLosses cut{{{1.0, 2.0, 3.0}, {5.0, 5.0}, {1.0, 1.0}},
                         {{1.0, 1.0, 4.0, 7.0, 7.0}, {0.0, 0.0, 0.0, 3.0, 3.0}, {2.0, 2.0, 9.0, 9.0}}};
  const double m = 48.0 / 14.0;
  check_interval({cut}, m - 4.0 / 3.0 * (m - 18.0 / 7.0), 2.0 / 3.0 * (9.0 + 0.04 + 0.04 - 1.0 / 3.0) / 3.0);
}

TEST_CASE("equal losses have an interval without width") {
  const NestedLosses cut{{{0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}},
                         {{0.5, 0.5, 0.5, 0.5}, {0.5, 0.5, 0.5, 0.5}, {0.5, 0.5, 0.5, 0.5}}};
  const Interval interval = nested_interval({cut, cut});
  CHECK(interval.low == interval.high);
  CHECK(interval.estimate == 0.5);
}
