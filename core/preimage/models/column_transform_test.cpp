#include "preimage/models/column_transform.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::models {

using testing::is_close;
using testing::thrown_message;

namespace {

const double kGone = arma::datum::nan;

arma::mat scaled(const arma::mat& X, Scale scale, Missing missing = Missing::refuse) {
  return ColumnTransform::fitted_to(X, {scale, missing}).apply(X);
}

}  // namespace

TEST_CASE("columns by mean and standard deviation, or by their span; a constant column stays constant") {
  const arma::mat X = {
      {1, 10, 7}, {2, 30, 7}, {3, 20, 7}, {6, 60, 7}};  // means 3 and 30; squares 14 and 1400
  const double a = std::sqrt(14.0 / 4), b = std::sqrt(1400.0 / 4);
  const arma::mat standard = {{-2 / a, -20 / b, 0}, {-1 / a, 0, 0}, {0, -10 / b, 0}, {3 / a, 30 / b, 0}};
  CHECK(is_close(scaled(X, Scale::standard), standard, 1e-14));
  const arma::mat span = {{0, 0, 0}, {0.2, 0.4, 0}, {0.4, 0.2, 0}, {1, 1, 0}};
  CHECK(is_close(scaled(X, Scale::minmax), span, 1e-15));
  CHECK(is_close(scaled(X, Scale::none), X, 0.0));
  CHECK(is_close(scaled(arma::mat{{5, 6}}, Scale::standard), arma::mat{{0, 0}}, 0.0));  // one sample
}

TEST_CASE("columns whose squares are no doubles are scaled like any other") {
  const arma::vec counts = {1, 2, 3, 6};  // mean 3, squares 14
  const arma::vec standard = arma::vec{-2, -1, 0, 3} / std::sqrt(14.0 / 4);
  for (const double unit : {1e-180, 1e180, 1e300})
    CHECK(is_close(scaled(unit * counts, Scale::standard), standard, 1e-12));
}

TEST_CASE("other rows are scaled as the fitted ones were, and back") {
  const ColumnTransform transform = ColumnTransform::fitted_to(arma::mat{{0, 1}, {10, 3}}, {Scale::minmax});
  const arma::mat others = {{20, 2}, {-5, 1e6}};
  CHECK(is_close(transform.apply(others), arma::mat{{2, 0.5}, {-0.5, (1e6 - 1) / 2}}, 1e-15));
  CHECK(is_close(transform.undo(transform.apply(others)), others, 1e-12));
  CHECK(thrown_message<std::invalid_argument>([&] { transform.apply(arma::mat(1, 3)); }) ==
        "the samples are vectors of 3 numbers, those that the model was fitted to vectors of 2 numbers");
}

TEST_CASE("a missing entry becomes the mean or the median of the values that are there") {
  const arma::mat X = {{1, 5}, {kGone, 5}, {2, kGone}, {9, 5}};
  CHECK(is_close(scaled(X, Scale::none, Missing::mean).col(0), arma::vec{1, 4, 2, 9}, 1e-15));
  CHECK(is_close(scaled(X, Scale::none, Missing::median).col(0), arma::vec{1, 2, 2, 9}, 1e-15));
  CHECK(is_close(scaled(X, Scale::none, Missing::mean).col(1), arma::vec{5, 5, 5, 5}, 1e-15));
  // Filled first: the mean of 1, 4, 2, 9 is 4, their squared deviations 9 + 0 + 4 + 25.
  const double sd = std::sqrt(38.0 / 4);
  CHECK(is_close(scaled(X, Scale::standard, Missing::mean).col(0), arma::vec{-3 / sd, 0, -2 / sd, 5 / sd},
                 1e-14));
  const ColumnTransform transform = ColumnTransform::fitted_to(X, {Scale::none, Missing::median});
  CHECK(is_close(transform.apply(arma::mat{{kGone, kGone}}), arma::mat{{2, 5}}, 1e-15));  // of a new sample
}

TEST_CASE("numbers far from 1 are scaled as near ones are, and what no scale can be found for is named") {
  const arma::mat X = {{1, 10}, {2, 30}, {3, 20}, {6, 60}};
  for (const double size : {1e-170, 1e-300, 0x1p-1000, 1e200, 1e300}) {
    CAPTURE(size);
    for (const Scale scale : {Scale::standard, Scale::minmax})
      CHECK(is_close(scaled(size * X, scale), scaled(X, scale), 1e-13));
    CHECK(is_close(scaled(size * (X + 5.0), Scale::standard), scaled(X, Scale::standard), 1e-13));
  }
  const arma::mat wide = {{1, -1.7e308}, {2, 1.7e308}};
  CHECK(thrown_message<NumericalError>([&] { scaled(wide, Scale::minmax); }) ==
        "column 2: its numbers, from -1.7e+308 to 1.7e+308, are too large or too near to each other to be "
        "scaled");
  CHECK_THROWS_AS(scaled(arma::vec{0.0, 5e-324}, Scale::standard), NumericalError);
}

TEST_CASE("what cannot be filled is named") {
  const arma::mat X = {{1, kGone}, {2, kGone}};
  CHECK(thrown_message<NumericalError>([&] { scaled(X, Scale::standard); }) ==
        "input column 2 has a missing entry");
  CHECK(thrown_message<NumericalError>([&] { scaled(X, Scale::none, Missing::mean); }) ==
        "input column 2: no training sample has a value, and a missing one cannot be filled");
}

TEST_CASE("a column that differs by rounding alone is constant") {
  const arma::mat rounding = {{0.3, 1e9, 0.0, -7.0},
                              {0.30000000000000004, 1e9 + 1e-7, 0.0, -7.000000000000001},
                              {0.1 + 0.2, 1e9, 0.0, -7.0}};
  for (const Scale scale : {Scale::standard, Scale::minmax})
    CHECK(arma::abs(scaled(rounding, scale)).max() < 1e-6);
  for (const arma::uword n : {3, 100, 4097}) {  // 0.1 and its mean
    CAPTURE(n);
    arma::mat X(n, 1, arma::fill::value(0.1));
    X(n / 2, 0) = kGone;
    for (const Scale scale : {Scale::standard, Scale::minmax})
      CHECK(arma::abs(scaled(X, scale, Missing::mean)).max() < 1e-12);
    CHECK(arma::all(arma::vectorise(scaled(X, Scale::none, Missing::mean) == 0.1)));
  }
  const arma::mat times = arma::vec{1.7e9, 1.7e9 + 1e-3};  // two values a millisecond apart are two values
  CHECK(is_close(scaled(times, Scale::minmax), arma::mat(arma::vec{0.0, 1.0}), 1e-15));
  CHECK(is_constant(arma::vec{}));
  CHECK(is_constant(arma::vec{0.0, 0.0}));
  CHECK_FALSE(is_constant(arma::vec{0.0, 1e-300}));
  CHECK_FALSE(is_constant(arma::vec{1.0, 1.0 + 1e-14}));
}

namespace {

/// One column of categories between two of numbers.
ColumnOptions with_category(Missing missing = Missing::refuse, bool missing_is_level = false) {
  return {Scale::standard, missing, {{"", "colour", ""}, missing_is_level}};
}

}  // namespace

TEST_CASE(
    "a column of categories becomes an indicator for each level of the training samples, without a scale") {
  const arma::mat X = {{1, 7, 5}, {3, 4, 9}, {1, 7, 5}, {3, 9, 9}};
  const ColumnTransform transform = ColumnTransform::fitted_to(X, with_category());
  const arma::mat expected = {{-1, 0, 1, 0, -1}, {1, 1, 0, 0, 1}, {-1, 0, 1, 0, -1}, {1, 0, 0, 1, 1}};
  CHECK(is_close(transform.apply(X), expected, 1e-15));
  CHECK(transform.unseen(X).empty());
}

TEST_CASE("a level of other rows alone never gets a column, and is counted") {
  const arma::mat X = {{1, 7, 5}, {3, 4, 9}};
  const ColumnTransform transform = ColumnTransform::fitted_to(X, with_category());
  const arma::mat others = {{1, 8, 5}, {1, 4, 5}, {3, 100, 9}};
  CHECK(is_close(transform.apply(others), arma::mat{{-1, 0, 0, -1}, {-1, 1, 0, -1}, {1, 0, 0, 1}}, 1e-15));
  const std::map<std::string, arma::vec> unseen = transform.unseen(others);
  REQUIRE(unseen.size() == 1);
  CHECK(is_close(unseen.at("colour"), arma::vec{1, 0, 1}, 0.0));
}

TEST_CASE("a missing category is the commonest one, of equals the first; or a level of its own") {
  const arma::mat X = {{1, 9, 5}, {3, 6, 9}, {1, kGone, 5}, {3, 6, 9}, {1, 9, 5}};
  const arma::mat filled = ColumnTransform::fitted_to(X, with_category(Missing::mean)).apply(X);
  CHECK(is_close(filled.cols(1, 2), arma::mat{{0, 1}, {1, 0}, {1, 0}, {1, 0}, {0, 1}}, 0.0));
  const ColumnTransform transform = ColumnTransform::fitted_to(X, with_category(Missing::refuse, true));
  CHECK(is_close(transform.apply(X).cols(1, 3),
                 arma::mat{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, 0.0));
  CHECK(transform.unseen(X).empty());
  // A pair of levels beside missing values: each of the three is as far from the others.
  const arma::mat pair = {{1, 2, 5}, {3, 3, 9}, {1, kGone, 5}, {3, 2, 9}};
  const arma::mat three =
      ColumnTransform::fitted_to(pair, with_category(Missing::refuse, true)).apply(pair).cols(1, 3);
  CHECK(is_close(three, arma::mat{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, 0.0));
  const ColumnTransform without =
      ColumnTransform::fitted_to(X.rows(0, 1), with_category(Missing::refuse, true));
  CHECK(is_close(without.apply(X).cols(1, 2), arma::mat{{0, 1}, {1, 0}, {0, 0}, {1, 0}, {0, 1}}, 0.0));
  CHECK(is_close(without.unseen(X).at("colour"), arma::vec{0, 0, 1, 0, 0}, 0.0));
}

TEST_CASE("two levels that are a pair have one indicator, where the training samples have just these") {
  const auto columns = [](const arma::mat& X) {
    return ColumnTransform::fitted_to(X, {Scale::none, Missing::refuse, {{"ringed"}, false}}).apply(X);
  };
  CHECK(is_close(columns(arma::vec{2, 3, 3, 2}), arma::vec{0, 1, 1, 0}, 0.0));
  CHECK(is_close(columns(arma::vec{0, 1, 1, 0}), arma::vec{0, 1, 1, 0}, 0.0));
  CHECK(columns(arma::vec{1, 2, 1, 2}).n_cols == 2);  // true and no
  CHECK(columns(arma::vec{2, 3, 7, 2}).n_cols == 3);
}

TEST_CASE("levels are those of the training samples again where the numbers of a model are read") {
  const arma::mat X = {{1, 7, 5}, {3, kGone, 9}, {1, 7, 5}, {4, 9, 9}};
  const auto kept = regression::KeptArrays::recording();
  const ColumnTransform fitted =
      ColumnTransform::fitted_to(X, with_category(Missing::median), kept, "columns");
  const ColumnTransform read = ColumnTransform::fitted_to(
      X, with_category(Missing::median), regression::KeptArrays::of(kept.arrays()), "columns");
  CHECK(is_close(read.apply(X), fitted.apply(X), 0.0));
}

}  // namespace preimage::models
