#include "experiments/car_localization/chi_square_boxes.hpp"

#include <algorithm>
#include <stdexcept>

#include <doctest/doctest.h>

#include "experiments/car_localization/box_scorer.hpp"
#include "experiments/car_localization/testing_localization.hpp"
#include "preimage/base/error.hpp"
#include "preimage/kernels/chi_square_kernel.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::experiments::car_localization {

using testing::box_histograms;
using testing::is_close;
using testing::thrown_message;
using testing::toy_localization;

namespace {

/// A toy scan and the expansion of three of its boxes.
struct ToyWindows {
  testing::ToyImages localization = toy_localization(8);
  const LocalizationImages& images = *localization.images;
  std::size_t n_words = images.samples[0].words.n_words;
  arma::mat X = box_histograms(images, testing::pairs_of(localization, {1, 2, 3}, 0.0), BoxHistogram::shares);
  arma::vec coefficients = {0.5, 0.2, 0.3};
  kernels::ChiSquareExpansion expansion{X, coefficients};

  const WordMap& words = images.samples[0].words;

  double fast(ChiSquareBoxScorer& scorer, const samples::Box& box) const {
    return scorer.score(pyramid_columns(words.grid, box.left, box.width),
                        pyramid_rows(words.grid, box.top, box.height));
  }
  double slow(const samples::Box& box) const {
    const arma::mat h = box_histograms(images, {{0, box}}, BoxHistogram::shares);
    return arma::dot(kernels::ChiSquareKernel().cross_gram(X, h), coefficients);
  }
  /// Of three sizes, inside and across every edge.
  std::vector<samples::Box> boxes() const {
    std::vector<samples::Box> all;
    for (const int width : {24, 9, 60}) {
      const auto more = sliding_boxes(images.samples[0].image, width, width / 2, 5, 0.4);
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }
};

}  // namespace

TEST_CASE("the look-ups of a box sum to the score of the kernel expansion") {
  const ToyWindows toy;
  ChiSquareTables tables(toy.expansion, toy.n_words);
  ChiSquareBoxScorer scorer(tables, toy.words);
  double largest = 0.0;
  for (const samples::Box& box : toy.boxes()) {
    CHECK(is_close(toy.fast(scorer, box), toy.slow(box), 0.0, 1e-13));
    largest = std::max(largest, toy.slow(box));
  }
  CHECK(largest > 1.0);
  CHECK(toy.fast(scorer, {500, 500, 24, 12}) == 0.0);
}

TEST_CASE("what was scored before, and the order of the boxes, change no bit of a score") {
  const ToyWindows toy;
  const std::vector<samples::Box> boxes = toy.boxes();
  ChiSquareTables tables(toy.expansion, toy.n_words), others(toy.expansion, toy.n_words);
  ChiSquareBoxScorer forwards(tables, toy.words), backwards(others, toy.words);
  std::vector<double> scores;
  for (const samples::Box& box : boxes) scores.push_back(toy.fast(forwards, box));
  for (std::size_t b = boxes.size(); b-- > 0;) {
    CHECK(toy.fast(backwards, boxes[b]) == scores[b]);
    ChiSquareBoxScorer alone(tables, toy.words);
    CHECK(toy.fast(alone, boxes[b]) == scores[b]);
  }
}

TEST_CASE("bins and words that do not belong together") {
  const ToyWindows toy;
  CHECK(thrown_message<std::invalid_argument>([&] { ChiSquareTables(toy.expansion, toy.n_words + 1); }) ==
        "ChiSquareTables: one bin per cell and word expected");
  const kernels::ChiSquareExpansion other({{arma::rowvec(2 * kPyramidCells, arma::fill::ones)}}, {1.0});
  ChiSquareTables tables(other, 2);
  CHECK(thrown_message<std::invalid_argument>([&] { ChiSquareBoxScorer(tables, toy.words); }) ==
        "ChiSquareBoxScorer: a map of as many words as the bins expected");
  const ImageRegions one = regions_of(toy.images, testing::pairs_of(toy.localization, {1}, 0.0));
  CHECK(thrown_message<NumericalError>([&] {
          BoxScorer(BoxKernel::chi_square, BoxHistogram::counts, one, {1.0});
        }) == "chi-square scores of boxes: histograms of counts, expected shares");
}

}  // namespace preimage::experiments::car_localization
