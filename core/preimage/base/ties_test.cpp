#include "preimage/base/ties.hpp"

#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"

namespace preimage::base {

namespace {

using Positions = std::vector<std::size_t>;

/// The rule as it is written, again and again.
Positions by_the_rule(std::vector<double> values, const std::vector<double>& errors, std::size_t count) {
  Positions picked;
  std::vector<bool> is_left(values.size(), true);
  while (picked.size() < count) {
    double least = HUGE_VAL;
    for (std::size_t j = 0; j < values.size(); ++j)
      if (is_left[j]) least = std::min(least, values[j] + errors[j]);
    std::size_t next = 0;
    while (!is_left[next] || values[next] - errors[next] > least) ++next;
    is_left[next] = false;
    picked.push_back(next);
  }
  return picked;
}

}  // namespace

TEST_CASE("of values that rounding does not tell apart the first is the smallest, and the largest") {
  const std::vector<double> values = {3.0, 1.0 + 1e-12, 1.0, 3.0 + 1e-12};
  const std::vector<double> known(4, 1e-12), exact(4, 0.0);
  CHECK(first_smallest(values, known) == 1);
  CHECK(first_smallest(values, exact) == 2);
  CHECK(first_largest(values, known) == 0);
  CHECK(first_largest(values, exact) == 3);
  CHECK(equal_to_smallest(values, known) == Positions{1, 2});
  CHECK(equal_to_smallest(values, exact) == Positions{2});
  CHECK(first_smallest(std::vector<double>{2.0}, std::vector<double>{0.0}) == 0);
  CHECK(equal_to_smallest(std::vector<double>{1.0, 1.1}, std::vector<double>{0.04, 0.07}) == Positions{0, 1});
  CHECK(equal_to_smallest(std::vector<double>{1.0, 1.1}, std::vector<double>{0.04, 0.05}) == Positions{0});
}

TEST_CASE("a large value with a large error widens no tie but its own") {
  const std::vector<double> values = {1e14, 5.0, 4.0, 4.0};
  const std::vector<double> errors = {1e2, 1e-14, 1e-14, 1e-14};
  CHECK(first_smallest(values, errors) == 2);
  CHECK(smallest_in_order(values, errors, 4) == Positions{2, 3, 1, 0});
  CHECK(first_largest(std::vector<double>{-1e14, 1.0, 2.0}, std::vector<double>{1e2, 0.0, 0.0}) == 2);
}

TEST_CASE("the smallest in order are what the rule gives again and again") {
  Random random(7);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> values(40), errors(40);
    for (double& value : values) value = std::floor(20.0 * random.uniform());
    for (double& error : errors) error = trial % 2 == 0 ? 0.0 : 1.2 * random.uniform();
    for (const std::size_t count : {1, 3, 17, 40}) {
      CAPTURE(count);
      CHECK(smallest_in_order(values, errors, count) == by_the_rule(values, errors, count));
    }
    CHECK(first_smallest(values, errors) == by_the_rule(values, errors, 1).front());
  }
  CHECK(smallest_in_order({}, {}, 0).empty());
}

TEST_CASE("infinite values are compared too") {
  const std::vector<double> values = {HUGE_VAL, 1.0, -HUGE_VAL};
  const std::vector<double> errors(3, 1e-12);
  CHECK(first_smallest(values, errors) == 2);
  CHECK(first_largest(values, errors) == 0);
  CHECK(smallest_in_order(values, errors, 3) == Positions{2, 1, 0});
}

TEST_CASE("no value, and errors of another number, are refused") {
  const std::vector<double> one = {1.0};
  CHECK_THROWS_WITH_AS(first_smallest({}, {}), "ties: the best 1 of 0 values with 0 errors",
                       std::invalid_argument);
  CHECK_THROWS_AS(first_largest(one, {}), std::invalid_argument);
  CHECK_THROWS_AS(smallest_in_order(one, one, 2), std::invalid_argument);
}

}  // namespace preimage::base
