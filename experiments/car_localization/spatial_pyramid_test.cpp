#include "experiments/car_localization/spatial_pyramid.hpp"

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "experiments/car_localization/detections.hpp"
#include "experiments/car_localization/testing_images.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using namespace preimage::experiments::car_localization;
using preimage::base::Random;
using preimage::samples::Box;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

namespace {

constexpr Grid kGrid{3, 6, 11, 7};  // of an image of about 66 x 42

/// Whether cell `part` of `parts` of [first, first + length) holds `point`, in units of 1 / parts.
bool holds(long point, long first, long length, long part, long parts) {
  const long scaled = parts * (point - first);
  return scaled >= length * part && scaled < length * (part + 1);
}

/// box_counts by its definition: every grid point against every cell.
arma::vec slow_counts(const WordMap& map, const Box& box) {
  arma::vec counts(kPyramidCells * map.n_words, arma::fill::zeros);
  for (std::size_t i = 0; i < map.words.size(); ++i) {
    const long x = map.grid.offset + static_cast<long>(i % map.grid.columns) * map.grid.stride;
    const long y = map.grid.offset + static_cast<long>(i / map.grid.columns) * map.grid.stride;
    std::size_t cell = 0;
    for (long L = 1; L <= 4; ++L) {
      for (long row = 0; row < L; ++row) {
        for (long column = 0; column < L; ++column, ++cell) {
          if (holds(x, box.left, box.width, column, L) && holds(y, box.top, box.height, row, L))
            counts(cell * map.n_words + map.words[i]) += 1.0;
        }
      }
    }
  }
  return counts;
}

/// Inside, across every edge, outside, larger than the image, and narrower than a stride.
std::vector<Box> boxes() {
  std::vector<Box> all{{3, 3, 60, 36},       {0, 0, 66, 42},    {-20, -9, 50, 31},
                       {40, 30, 50, 31},     {-300, 5, 50, 20}, {5, 500, 50, 20},
                       {-40, -40, 200, 200}, {4, 4, 3, 3},      {9, 9, 1, 1}};
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    all.push_back({static_cast<int>(random.below(90)) - 20, static_cast<int>(random.below(60)) - 15,
                   static_cast<int>(random.below(70)) + 1, static_cast<int>(random.below(40)) + 1});
  }
  return all;
}

}  // namespace

TEST_CASE("the cells of a box by hand") {
  const auto ranges = pyramid_ranges(kGrid, {3, 3, 24, 12});  // x = 3, 9, 15, 21; y = 3, 9
  CHECK(ranges[0] == GridRange{0, 4, 0, 2});
  CHECK(ranges[1] == GridRange{0, 2, 0, 1});  // half open: the edge at x = 15 begins the next cell
  CHECK(ranges[4] == GridRange{2, 4, 1, 2});
  CHECK(ranges[5] == GridRange{0, 2, 0, 1});   // x < 11, y < 7
  CHECK(ranges[6] == GridRange{2, 3, 0, 1});   // 11 <= x < 19
  CHECK(ranges[8] == GridRange{0, 2, 1, 2});   // 7 <= y < 11
  CHECK(ranges[29] == GridRange{3, 4, 2, 2});  // y from 12 on: none
  CHECK(ranges[0].points() == 8);
  CHECK(thrown_message<std::invalid_argument>([] {
          pyramid_ranges(kGrid, {3, 3, 0, 5});
        }) == "the cells of a box: the box is empty");
}

TEST_CASE("boxes of a raster have the cells that each has on its own") {
  std::vector<Box> boxes;
  for (const int top : {-9, 0, 5, 30}) {
    for (const int left : {-20, -3, 4, 11, 60}) boxes.push_back({left, top, 40, 17});
  }
  const BoxRaster raster = box_raster(kGrid, boxes);
  CHECK(raster.boxes == boxes);
  REQUIRE(raster.columns.size() == 5);
  REQUIRE(raster.rows.size() == 4);
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    CHECK(pyramid_ranges(raster.columns_of(b), raster.rows_of(b)) == pyramid_ranges(kGrid, boxes[b]));
  }
  CHECK(box_raster(kGrid, {}).columns.empty());
}

TEST_CASE("counts of a box equal their definition") {
  const auto map = random_words(kGrid, 5, 1);
  double total = 0.0;
  for (const Box& box : boxes()) {
    const arma::vec expected = slow_counts(map, box);
    total += arma::accu(expected);
    CHECK(arma::all(box_counts(map, box) == expected));
  }
  CHECK(total > 1000.0);
}

TEST_CASE("every level of the pyramid counts each point of the box once") {
  const auto map = random_words(kGrid, 5, 1);
  for (const Box& box : boxes()) {
    const arma::vec counts = box_counts(map, box);
    const double points = static_cast<double>(pyramid_ranges(map.grid, box)[0].points());
    std::size_t first = 0;
    for (const std::size_t cells : {1, 4, 9, 16}) {
      CHECK(arma::accu(counts.subvec(5 * first, 5 * (first + cells) - 1)) == points);
      first += cells;
    }
    CHECK(is_close(arma::accu(box_shares(counts, 5)), points > 0.0 ? 4.0 : 0.0, 1e-12));
  }
}

TEST_CASE("a linear score by integral images of weights equals the inner product") {
  const auto map = random_words(kGrid, 5, 3);
  const arma::vec weights = gaussian_matrix(kPyramidCells * 5, 1, 4);
  const LinearBoxScorer scorer(map, weights);
  for (const Box& box : boxes()) {
    const arma::vec counts = slow_counts(map, box);
    const auto columns = pyramid_columns(kGrid, box.left, box.width);
    const auto rows = pyramid_rows(kGrid, box.top, box.height);
    CHECK(is_close(scorer.score(columns, rows), arma::dot(weights, counts), 0.0, 1e-10));
    CHECK(is_close(scorer.score_of_shares(columns, rows), arma::dot(weights, box_shares(counts, 5)), 0.0,
                   1e-10));
  }
  CHECK(thrown_message<std::invalid_argument>([&] { LinearBoxScorer(map, weights.head(149)); }) ==
        "LinearBoxScorer: one weight per cell and word expected");
}

TEST_CASE("all boxes of a raster have the bits of the score of each, inside the image and across its edges") {
  const Grid grid{4, 5, 38, 16};  // offset, stride, columns, rows
  const LinearBoxScorer scorer(random_words(grid, 5, 3), gaussian_matrix(kPyramidCells * 5, 1, 81));
  std::size_t boxes = 0;
  for (const int image_width : {200, 199, 64}) {  // of boxes that end in the image, and of some that do not
    for (const int width : {7, 60, 120, 196, 230}) {
      for (const auto& [step, outside] : {std::pair(5, 0.0), std::pair(5, 0.4), std::pair(7, 0.2)}) {
        const BoxRaster raster =
            box_raster(grid, sliding_boxes({static_cast<std::size_t>(image_width), 90, {}}, width,
                                           width * 2 / 5, step, outside));
        const std::vector<double> scores = scorer.scores(raster);
        REQUIRE(scores.size() == raster.boxes.size());
        for (std::size_t b = 0; b < scores.size(); ++b, ++boxes)
          CHECK(scores[b] == scorer.score(raster.columns_of(b), raster.rows_of(b)));
      }
    }
  }
  CHECK(boxes > 1000);
}

TEST_CASE("an image without grid points has boxes without words") {
  const WordMap empty{{3, 6, 0, 0}, 5, {}};
  const arma::vec weights(kPyramidCells * 5, arma::fill::ones);
  CHECK(box_counts(empty, {0, 0, 10, 10}).is_zero());
  CHECK(LinearBoxScorer(empty, weights)
            .score_of_shares(pyramid_columns(empty.grid, 0, 10), pyramid_rows(empty.grid, 0, 10)) == 0.0);
}
