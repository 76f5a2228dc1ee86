#include "preimage/losses/loss.hpp"

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::losses {

namespace {

using kernels::Labels;
using kernels::Points;
using kernels::Strings;
using kernels::Vectors;
using testing::is_close;

template <class Y>
double mean_of(const Loss<Y>& loss, const Y& truth, const Y& predicted) {
  return arma::mean(loss(truth, predicted).value());
}

const Strings kTruth = {"abcd", "xy"};

}  // namespace

TEST_CASE("the mean over a fold is the share of all its symbols, not a mean of shares") {
  const Strings found = {"abd", "xyz"};
  // Edits: c deleted, z inserted; 6 true symbols; the longer strings have 4 and 3.
  CHECK(is_close(mean_of(edit_error_loss(EditUnit::true_string), kTruth, found), 2.0 / 6.0, 1e-15));
  CHECK(is_close(mean_of(edit_error_loss(EditUnit::longer_string), kTruth, found), 2.0 / 7.0, 1e-15));
  CHECK(arma::accu(edit_distance_loss()(kTruth, found).value()) == 2.0);
  // Positions: d for c, d missing, z too many.
  CHECK(is_close(mean_of(symbol_error_loss(), kTruth, found), 3.0 / 6.0, 1e-15));
  CHECK(mean_of(string_error_loss(), kTruth, found) == 1.0);
  CHECK(mean_of(string_error_loss(), kTruth, {"abc", "xy"}) == 0.5);
}

TEST_CASE("phonemes of two bytes: what is counted decides, of tokens as of bytes") {
  using samples::Tokens;
  // Of "fish" ʃ for s (two bytes, both others), a length mark ː added; of "naïve" the points of ï left out,
  // a code point of its own here.
  const Strings truth = {"f\u026as", "nai\u0308ve"}, found = {"f\u026a\u0283\u02d0", "naive"};
  const auto edits = [&](Tokens tokens) { return edit_distance_loss(tokens)(truth, found).value(); };
  CHECK(is_close(edits(Tokens::bytes), arma::vec{4.0, 2.0}, 0.0));
  CHECK(is_close(edits(Tokens::characters), arma::vec{2.0, 1.0}, 0.0));
  CHECK(is_close(edits(Tokens::graphemes), arma::vec{2.0, 1.0}, 0.0));
  CHECK(is_close(edits(Tokens::words), arma::vec{1.0, 1.0}, 0.0));
  // Positions: behind what is left out all are others, of characters, and of graphemes none is.
  CHECK(is_close(mean_of(symbol_error_loss(Tokens::characters), truth, found), (2.0 + 3.0) / 9.0, 1e-15));
  CHECK(is_close(mean_of(symbol_error_loss(Tokens::graphemes), truth, found), (2.0 + 1.0) / 8.0, 1e-15));
  CHECK(is_close(mean_of(edit_error_loss(EditUnit::true_string, Tokens::graphemes), truth, found), 3.0 / 8.0,
                 1e-15));
  CHECK(is_close(mean_of(edit_error_loss(EditUnit::longer_string, Tokens::characters), truth, found),
                 3.0 / 10.0, 1e-15));
}

TEST_CASE("strings without a symbol define no share of symbols") {
  CHECK_FALSE(symbol_error_loss()({"", ""}, {"a", ""}).has_value());
  CHECK_FALSE(edit_error_loss(EditUnit::true_string)({""}, {"a"}).has_value());
  CHECK(mean_of(edit_error_loss(EditUnit::longer_string), Strings{""}, Strings{"a"}) == 1.0);
}

TEST_CASE("percent correct is 100 (1 - error), a gain, and there where the error is") {
  const Loss<Strings> percent = percent_correct("percent", edit_error_loss(EditUnit::true_string));
  CHECK(percent.is_gain);
  CHECK(is_close(mean_of(percent, kTruth, {"abc", "xy"}), 100.0 * 5.0 / 6.0, 1e-13));
  CHECK_FALSE(percent({""}, {"a"}).has_value());
}

TEST_CASE("distances of vectors, as they are and under a kernel, by their definition") {
  const Vectors truth = testing::gaussian_matrix(5, 3, 1), found = testing::gaussian_matrix(5, 3, 2);
  const arma::vec squared = arma::sum(arma::square(truth - found), 1);
  CHECK(is_close(squared_error_loss()(truth, found).value(), squared, 1e-14));
  const std::shared_ptr<const kernels::Kernel<Vectors>> kernel =
      std::make_shared<kernels::GaussianKernel>(1.5);
  const auto points = [&](const Vectors& X) {
    return Points::of(kernel, std::make_shared<const Vectors>(X));
  };
  const arma::vec expected = 2.0 - 2.0 * arma::exp(-squared / (2.0 * 1.5 * 1.5));
  CHECK(is_close(feature_distance_loss(true)(points(truth), points(found)).value(), expected, 1e-13));
  CHECK(is_close(feature_distance_loss(false)(points(truth), points(found)).value(),
                 arma::vec(arma::sqrt(expected)), 1e-13));
}

TEST_CASE("classes differ or not") {
  CHECK(arma::all(zero_one_loss()(Labels{1, 2, 3}, Labels{1, 3, 3}).value() == arma::vec{0.0, 1.0, 0.0}));
}

TEST_CASE(
    "a squared or absolute error is known to the digits of what it is the difference of; counts are exact") {
  const Vectors truth = {{1e6, 1.0}, {2.0, 0.0}}, predicted = {{1e6 + 3.0, 5.0}, {2.0, 0.0}};
  const arma::vec none;
  const double eps = 16.0 * arma::datum::eps,
               first = eps * 2e6;  // the first number has the larger share by far
  CHECK(is_close(squared_error_loss().errors(truth, predicted, none)(0), 2.0 * 5.0 * first, 1e-5));
  CHECK(squared_error_loss().errors(truth, predicted, none)(1) <= 2.0 * eps * eps * 16.0);
  CHECK(is_close(squared_error_loss().errors(truth, predicted, {0.0, 1e-3})(1), 1e-6, 1e-9));
  CHECK(is_close(absolute_error_loss().errors(truth, predicted, none)(0), first / 2.0, 1e-5));
  CHECK_FALSE(zero_one_loss().errors);
  CHECK_FALSE(symbol_error_loss().errors);
  const auto percent = percent_correct("percent", absolute_error_loss());
  CHECK(is_close(percent.errors(truth, predicted, none)(0), 50.0 * first, 1e-5));
}

TEST_CASE("the distance of equal samples is exact, that of others known to the rounding of kernel values") {
  const auto y = std::make_shared<const Vectors>(Vectors{{3.0, 4.0}, {0.0, 1.0}});
  const auto kernel = std::make_shared<const kernels::PolynomialKernel>(2, 1.0);
  const Points points = Points::of<Vectors>(kernel, y);
  const arma::vec errors = feature_distance_loss(true).errors(points, points.subset({0, 0}), {});
  CHECK(errors(0) == 0.0);
  CHECK(errors(1) >= 0.0);
  CHECK(errors(1) <= 1e-11);
}

}  // namespace preimage::losses
