#include "preimage/regression/kept_arrays.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

using preimage::DataError;
using preimage::regression::KeptArrays;

TEST_CASE("nothing is kept unless it is asked for") {
  const KeptArrays none;
  CHECK(none.keep_number("a", [] { return 2.0; }) == 2.0);
  CHECK(none.arrays().empty());
  CHECK_FALSE(none.is_loading());
}

TEST_CASE("what was recorded is given again, and not computed") {
  const auto recorded = KeptArrays::recording();
  int computed = 0;
  const auto compute = [&] {
    ++computed;
    return arma::mat(2, 3, arma::fill::value(0.1));
  };
  recorded.keep("K", {2, 3}, compute);
  const KeptArrays copy = recorded;
  copy.keep("K", {2, 3}, compute);  // computed once
  recorded.keep_positions("support", 9, [] { return arma::uvec{0, 8}; });
  CHECK(computed == 1);
  CHECK(recorded.arrays().size() == 2);
  const auto given = KeptArrays::of(recorded.arrays());
  CHECK(arma::approx_equal(given.keep("K", {2, 3}, compute), compute(), "absdiff", 0.0));
  CHECK(arma::all(given.keep_positions("support", 9, [] { return arma::uvec(); }) == arma::uvec({0, 8})));
  CHECK(given.keep_columns("K", 2, 3, compute).n_cols == 3);
}

TEST_CASE("given arrays of another shape, and positions that are none, are refused by name") {
  const auto given = KeptArrays::of({{"K", arma::mat(2, 3)},
                                     {"at", arma::mat(arma::vec{1.0, 4.0})},
                                     {"half", arma::mat(1, 1, arma::fill::value(0.5))}});
  const auto compute = [] { return arma::mat(); };
  const auto message = [](auto&& call) { return preimage::testing::thrown_message<DataError>(call); };
  CHECK(message([&] { given.keep("L", {2, 3}, compute); }) == "the model has no array 'L'");
  CHECK(message([&] {
          given.keep("K", {3, 3}, compute);
        }) == "the model's array 'K' is 2 x 3, expected 3 x 3");
  CHECK(message([&] { given.keep_columns("K", 3, 3, compute); }) ==
        "the model's array 'K' is 2 x 3, expected 3 x 3");
  CHECK(message([&] { given.keep_columns("K", 2, 2, compute); }) ==
        "the model's array 'K' has 3 columns, expected at most 2");
  CHECK(message([&] { given.keep_position("at", 9, [] { return arma::uword{0}; }); }) ==
        "the model's array 'at' holds 2 positions, expected one");
  const auto gaps = KeptArrays::of({{"x", arma::mat(1, 1, arma::fill::value(arma::datum::nan))}});
  CHECK(message([&] {
          gaps.keep("x", {1, 1}, compute);
        }) == "the model's array 'x' holds a number that is not finite");
  CHECK(gaps.keep("x", {1, 1, true}, compute).n_elem == 1);
  const auto positions = [] { return arma::uvec(); };
  CHECK(message([&] { given.keep_positions("at", 4, positions); }) ==
        "the model's array 'at' holds 4, expected positions below 4");
  CHECK(message([&] { given.keep_positions("half", 4, positions); }) ==
        "the model's array 'half' holds 0.5, expected positions below 4");
}
