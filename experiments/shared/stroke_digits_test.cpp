#include "experiments/shared/stroke_digits.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

namespace shared = preimage::experiments::shared;

namespace {

/// The share of errors of the nearest neighbour among the first `n_train` samples, on all others.
double nearest_neighbour_error(const preimage::experiments::shared::Digits& digits, arma::uword n_train) {
  const arma::mat X = digits.pixels.head_rows(n_train);
  double errors = 0.0;
  for (arma::uword i = n_train; i < digits.pixels.n_rows; ++i) {
    const arma::vec distances = arma::sum(arma::square(X.each_row() - digits.pixels.row(i)), 1);
    if (digits.labels[distances.index_min()] != digits.labels[i]) ++errors;
  }
  return errors / static_cast<double>(digits.pixels.n_rows - n_train);
}

}  // namespace

TEST_CASE("stroke_digits depend on the seed alone, and fewer are a prefix of more") {
  const auto digits = shared::stroke_digits(3, 7);
  const auto more = shared::stroke_digits(5, 7);
  CHECK(arma::approx_equal(digits.pixels, more.pixels.head_rows(30), "absdiff", 0.0));
  CHECK_FALSE(arma::approx_equal(digits.pixels, shared::stroke_digits(3, 8).pixels, "absdiff", 0.1));
  CHECK(std::vector<int>(more.labels.begin() + 8, more.labels.begin() + 12) == std::vector<int>{8, 9, 0, 1});
  CHECK(more.ids.back() == 49);
}

TEST_CASE("stroke_digits look like scans: paper at -1, ink up to 1, and neither everywhere") {
  const auto digits = shared::stroke_digits(20, 1);
  CHECK(digits.pixels.min() == -1.0);
  CHECK(digits.pixels.max() == 1.0);
  for (arma::uword i = 0; i < digits.pixels.n_rows; ++i) {
    const double ink = arma::mean(arma::conv_to<arma::rowvec>::from(digits.pixels.row(i) > 0.0));
    CHECK(ink > 0.03);
    CHECK(ink < 0.5);
  }
}

TEST_CASE("stroke_digits are learnable and not trivial: 20 per class for training, 80 for test") {
  for (const std::uint64_t seed : {1U, 2U}) {
    const double error = nearest_neighbour_error(shared::stroke_digits(100, seed), 200);
    CHECK(error > 0.03);
    CHECK(error < 0.20);
  }
}
