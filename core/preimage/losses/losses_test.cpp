#include "preimage/losses/losses.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::losses {

using testing::is_close;
using testing::thrown_message;

TEST_CASE("zero-one loss is 1 where the classes differ") {
  CHECK(is_close(zero_one({3, 1, -2, 0}, {3, 2, -2, 1}), arma::vec{0.0, 1.0, 0.0, 1.0}, 0.0));
  CHECK(zero_one({}, {}).is_empty());
  CHECK(thrown_message<NumericalError>([] {
          zero_one({1, 2}, {1});
        }) == "zero-one loss: as many predictions as truths expected");
}

TEST_CASE("the absolute error is the mean over the outputs of each row") {
  const arma::mat truth = {{0.5, 1.0}, {-1.0, 1.0}, {7.0, -6.0}};
  const arma::mat predicted = {{0.0, 2.0}, {-1.0, 2.0}, {8.0, -5.0}};
  CHECK(is_close(absolute_error(truth, predicted), arma::vec{0.75, 0.5, 1.0}, 1e-15));
  CHECK(arma::mean(absolute_error(truth, predicted)) == 0.75);  // scikit-learn's page on mean_absolute_error
  CHECK(absolute_error(arma::mat(0, 2), arma::mat(0, 2)).is_empty());
  CHECK(thrown_message<NumericalError>([&] { absolute_error(truth, predicted.head_cols(1)); }) ==
        "absolute error: shapes differ");
  CHECK(thrown_message<NumericalError>([] { absolute_error(arma::mat(2, 0), arma::mat(2, 0)); }) ==
        "absolute error: at least one output expected");
}

TEST_CASE("squared error sums over coordinates") {
  const arma::mat truth = {{1.0, 2.0}, {0.0, -1.0}, {5.0, 5.0}};
  const arma::mat predicted = {{4.0, -2.0}, {0.0, 1.0}, {5.0, 5.0}};
  CHECK(is_close(squared_error(truth, predicted), arma::vec{25.0, 4.0, 0.0}, 1e-15));
  CHECK(thrown_message<NumericalError>([&] { squared_error(truth, predicted.head_rows(2)); }) ==
        "squared error: shapes differ");
  CHECK(thrown_message<NumericalError>([&] { squared_error(truth, predicted.t()); }) ==
        "squared error: shapes differ");
}

TEST_CASE("wrong symbols are counted position by position, missing and surplus ones too") {
  CHECK(is_close(wrong_symbols({"abc", "abc", "", "ab", "abcd"}, {"abc", "acb", "xy", "", "bb"}),
                 arma::vec{0.0, 2.0, 2.0, 2.0, 3.0}, 0.0));
  CHECK(thrown_message<NumericalError>([] { wrong_symbols({"a"}, {}); }) ==
        "wrong symbols: as many predictions as truths expected");
}

TEST_CASE("edits are the fewest insertions, deletions and substitutions") {
  CHECK(is_close(edits({"abc", "abc", "", "kitten"}, {"abc", "bc", "xy", "sitting"}),
                 arma::vec{0.0, 1.0, 2.0, 3.0}, 0.0));
  CHECK(thrown_message<NumericalError>([] { edits({"a"}, {}); }) ==
        "edits: as many predictions as truths expected");
}

TEST_CASE("the peak signal-to-noise ratio counts factors of ten of the squared error as 10 dB") {
  CHECK(is_close(peak_signal_to_noise_ratio({1.0, 0.1, 1e-4, 4.0}, 1.0),
                 arma::vec{0.0, 10.0, 40.0, -6.020599913279624}, 1e-14));
  CHECK(is_close(peak_signal_to_noise_ratio({255.0}, 255.0), arma::vec{24.06540180433955}, 1e-14));
  for (const double error : {0.0, -1.0, arma::datum::nan}) {
    CHECK(thrown_message<NumericalError>([&] {
            peak_signal_to_noise_ratio({0.5, error}, 1.0);
          }).find("peak signal-to-noise ratio of a mean squared error of ") == 0);
  }
}

}  // namespace preimage::losses
