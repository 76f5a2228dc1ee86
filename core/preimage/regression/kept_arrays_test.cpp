#include "preimage/regression/kept_arrays.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

using preimage::DataError;
using preimage::base::Lazy;
using preimage::regression::KeptArrays;
using preimage::regression::Shape;

TEST_CASE("nothing is kept unless it is asked for") {
  const KeptArrays none;
  double number = 2.0;
  none.field("a", number);
  CHECK(number == 2.0);
  CHECK(none.arrays().empty());
  CHECK_FALSE(none.is_loading());
}

TEST_CASE("fields that were recorded are given again, to the bit") {
  const auto recorded = KeptArrays::recording();
  const arma::mat K(2, 3, arma::fill::value(0.1));
  arma::mat matrix = K;
  arma::uvec support{0, 8};
  arma::uword at = 7;
  int computed = 0;
  Lazy<arma::mat> lazy([&] {
    ++computed;
    return K;
  });
  const KeptArrays copy = recorded;
  copy.field("K", {2, 3}, matrix);
  recorded.field("support", 9, support);
  recorded.field("at", 9, at);
  recorded.field("lazy", {2, 3}, lazy);
  CHECK(computed == 0);
  const KeptArrays::Arrays arrays = recorded.arrays();
  CHECK(computed == 1);
  CHECK(arrays.size() == 4);

  const auto given = KeptArrays::of(arrays);
  arma::mat again;
  Lazy<arma::mat> later{arma::mat()};
  support = {};
  at = 0;
  given.field("K", {2, 3}, again);
  given.field("lazy", {2, 3}, later);
  given.field("support", 9, support);
  given.field("at", 9, at);
  for (const arma::mat& read : {again, *later}) CHECK(arma::approx_equal(read, K, "absdiff", 0.0));
  CHECK(arma::all(support == arma::uvec({0, 8})));
  CHECK(at == 7);
  given.field("K", Shape::up_to(2, 4), again);
  CHECK(again.n_cols == 3);
}

TEST_CASE("given arrays of another shape, and positions that are none, are refused by name") {
  const auto given = KeptArrays::of({{"K", arma::mat(2, 3)},
                                     {"at", arma::mat(arma::vec{1.0, 4.0})},
                                     {"half", arma::mat(1, 1, arma::fill::value(0.5))},
                                     {"gap", arma::mat(1, 1, arma::fill::value(arma::datum::nan))}});
  arma::mat matrix;
  arma::uvec positions;
  arma::uword position = 0;
  const auto message = [&](const std::string& name, Shape shape) {
    return preimage::testing::thrown_message<DataError>([&] { given.field(name, shape, matrix); });
  };
  CHECK(message("L", {2, 3}) == "the model has no array 'L'");
  CHECK(message("K", {3, 3}) == "the model's array 'K' is 2 x 3, expected 3 x 3");
  CHECK(message("K", Shape::up_to(3, 3)) == "the model's array 'K' is 2 x 3, expected 3 x 3 at most");
  CHECK(message("K", Shape::up_to(2, 2)) == "the model's array 'K' is 2 x 3, expected 2 x 2 at most");
  CHECK(message("gap", {1, 1}) == "the model's array 'gap' holds a number that is not finite");
  given.field("gap", {1, 1, true}, matrix);
  CHECK(matrix.n_elem == 1);
  const auto refusal = [&](const std::string& name, auto& value, arma::uword limit) {
    return preimage::testing::thrown_message<DataError>([&] { given.field(name, limit, value); });
  };
  CHECK(refusal("at", position, 9) == "the model's array 'at' holds 2 positions, expected one");
  CHECK(refusal("at", positions, 4) == "the model's array 'at' holds 4, expected positions below 4");
  CHECK(refusal("half", positions, 4) == "the model's array 'half' holds 0.5, expected positions below 4");
  CHECK_FALSE(given.has("L"));
  CHECK(KeptArrays::recording().has("L"));
}
