#include "experiments/car_localization/score_estimates.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "experiments/car_localization/detections.hpp"
#include "preimage/base/random.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::experiments::car_localization {

namespace {

WordMap some_words(const Grid& grid) {
  WordMap map{grid, 5, {}};
  base::Random random(3);
  for (std::size_t i = 0; i < grid.columns * grid.rows; ++i)
    map.words.push_back(static_cast<std::uint16_t>(random.below(map.n_words)));
  return map;
}

}  // namespace

TEST_CASE("estimates lie within their error of the scores one by one, and the error is small") {
  const WordMap map = some_words({4, 5, 38, 16});  // offset, stride, columns, rows
  const arma::vec weights = testing::gaussian_matrix(kPyramidCells * map.n_words, 1, 81);
  const LinearBoxScorer scorer(map, weights);
  std::vector<BoxRaster> rasters;
  std::vector<ColumnShifts> columns;
  for (const int image_width : {200, 199, 64}) {  // of boxes that end in the image, and of some that do not
    for (const int width : {7, 60, 120, 196, 230}) {
      for (const double outside : {0.0, 0.4}) {
        rasters.push_back(box_raster(map.grid, sliding_boxes({static_cast<std::size_t>(image_width), 90, {}},
                                                             width, width * 2 / 5, 5, outside)));
        columns.emplace_back(map.grid, rasters.back().columns);
      }
    }
  }
  const ScoreEstimates estimates(map, weights, columns);
  CHECK(estimates.error() > 0.0);
  CHECK(estimates.error() < 1e-6);
  double worst = 0.0;
  std::size_t boxes = 0;
  for (std::size_t k = 0; k < rasters.size(); ++k) {
    std::vector<double> found(columns[k].boxes + ScoreEstimates::kSideBySide);
    for (const PyramidEdges& rows : rasters[k].rows) {
      estimates.scores(columns[k], rows, found.data());
      for (std::size_t c = 0; c < columns[k].boxes; ++c, ++boxes)
        worst = std::max(worst, std::abs(found[c] - scorer.score(rasters[k].columns[c], rows)));
    }
  }
  CHECK(boxes > 1000);
  CHECK(worst <= estimates.error());
  CHECK(worst < 1e-10);
}

TEST_CASE("without weights estimates are exact; with one that is no number nothing is known") {
  const WordMap map = some_words({4, 5, 12, 8});
  arma::vec weights(kPyramidCells * map.n_words, arma::fill::zeros);
  CHECK(ScoreEstimates(map, weights, {}).error() == 0.0);
  for (const arma::uword at : {arma::uword{0}, weights.n_elem - 1}) {
    arma::vec damaged = weights;
    damaged(at) = arma::datum::nan;
    CHECK(!(ScoreEstimates(map, damaged, {}).error() < 1.0));
    damaged(at) = -arma::datum::inf;
    CHECK(!(ScoreEstimates(map, damaged, {}).error() < 1.0));
  }
}

TEST_CASE("boxes that move by another step, and weights of another length, are errors") {
  const Grid grid{4, 5, 38, 16};
  const std::vector<PyramidEdges> columns = {pyramid_columns(grid, 0, 60), pyramid_columns(grid, 10, 60)};
  CHECK(testing::thrown_message<std::invalid_argument>([&] { ColumnShifts(grid, columns); }) ==
        "ColumnShifts: boxes that move by one grid point expected");
  CHECK(ColumnShifts(grid, {}).boxes == 0);
  CHECK(testing::thrown_message<std::invalid_argument>([&] {
          ScoreEstimates(some_words(grid), arma::vec(7), {});
        }) == "ScoreEstimates: one weight per cell and word expected");
}

}  // namespace preimage::experiments::car_localization
