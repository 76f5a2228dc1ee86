#include "preimage/detection/subwindow_search.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/detection/testing_images.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace detection = preimage::detection;
using preimage::NumericalError;
using preimage::samples::Box;
using preimage::samples::GreyImage;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

namespace {
const GreyImage kImage{130, 80, {}};
constexpr detection::Grid kGrid{3, 6, 22, 13};
}  // namespace

TEST_CASE("branch and bound finds a box as good as the best of all, whatever the signs of the weights") {
  const detection::WordMap map = detection::random_words(kGrid, 9, 1);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const double shift = static_cast<double>(seed % 3) - 1.0;  // mostly negative, mixed, mostly positive
    const arma::vec w = gaussian_matrix(detection::kPyramidCells * map.n_words, 1, seed) + shift;
    const detection::LinearBoxScorer scorer(map, w);
    const detection::SubwindowSearch search(map, w);
    for (const int step : {3, 6, 50}) {
      double best = -arma::datum::inf;
      const auto boxes = detection::sliding_boxes(kImage, 40, 16, step, 0.1);
      for (const Box& box : boxes) best = std::max(best, scorer.score(box));
      const auto found = search.best(kImage, 40, 16, step, 0.1);
      REQUIRE(found);
      CHECK(is_close(found->best.score, best, 1e-10));
      CHECK(is_close(scorer.score(found->best.box), best, 1e-10));
      CHECK(std::count(boxes.begin(), boxes.end(), found->best.box) == 1);
      CHECK(found->bounds < 2 * boxes.size());
    }
  }
}

TEST_CASE("branch and bound looks at few boxes where one part of the image is unlike all others") {
  detection::WordMap map = detection::random_words(kGrid, 9, 2);
  for (std::uint16_t& word : map.words) word = 0;
  for (std::size_t r = 5; r < 8; ++r) {
    for (std::size_t c = 10; c < 16; ++c) map.words[r * kGrid.columns + c] = 1;
  }
  arma::vec w(detection::kPyramidCells * map.n_words, arma::fill::zeros);
  for (std::size_t cell = 0; cell < detection::kPyramidCells; ++cell) w(cell * map.n_words) = -1.0;
  for (std::size_t cell = 0; cell < detection::kPyramidCells; ++cell) w(cell * map.n_words + 1) = 1.0;
  const auto found = detection::SubwindowSearch(map, w).best(kImage, 36, 18, 2, 0.1);
  REQUIRE(found);
  CHECK(found->bounds < detection::sliding_boxes(kImage, 36, 18, 2, 0.1).size() / 4);
}

TEST_CASE("branch and bound: no box, and weights that do not fit") {
  const detection::WordMap map = detection::random_words(kGrid, 9, 3);
  arma::vec w(detection::kPyramidCells * map.n_words, arma::fill::ones);
  CHECK(!detection::SubwindowSearch(map, w).best(kImage, 400, 16, 4, 0.1));
  w(3) = arma::datum::nan;
  CHECK(thrown_message<NumericalError>([&] {
          detection::SubwindowSearch(map, w);
        }).find("weights of the subwindow search") == 0);
  w.resize(5);
  CHECK(thrown_message<std::invalid_argument>([&] { detection::SubwindowSearch(map, w); }) ==
        "SubwindowSearch: one weight per cell and word expected");
}
