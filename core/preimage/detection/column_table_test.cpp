#include "preimage/detection/column_table.hpp"

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"
#include "preimage/detection/detections.hpp"
#include "testing/toy_data.hpp"

namespace preimage::detection {

namespace {

WordMap some_words(const Grid& grid) {
  WordMap map{grid, 5, {}};
  base::Random random(3);
  for (std::size_t i = 0; i < grid.columns * grid.rows; ++i)
    map.words.push_back(static_cast<std::uint16_t>(random.below(map.n_words)));
  return map;
}

}  // namespace

TEST_CASE("scores of a row of boxes have the bits of scores one by one") {
  const samples::GreyImage image{200, 90, {}};
  const WordMap map = some_words({4, 5, 38, 16});  // offset, stride, columns, rows
  const arma::vec weights = testing::gaussian_matrix(kPyramidCells * map.n_words, 1, 81);
  const LinearBoxScorer scorer(map, weights);
  for (const int width : {7, 60, 120, 196}) {
    for (const int step : {1, 5, 10, 37}) {
      for (const double outside : {0.0, 0.4}) {
        CAPTURE(width);
        CAPTURE(step);
        CAPTURE(outside);
        const BoxRaster raster =
            box_raster(map.grid, sliding_boxes(image, width, width * 2 / 5, step, outside));
        const ColumnTable columns(raster.columns);
        std::vector<double> found(columns.chunks() * ColumnTable::kChunk);
        bool equal = true;
        for (const PyramidEdges& rows : raster.rows) {
          scorer.scores(columns, rows, found.data());
          for (std::size_t c = 0; c < raster.columns.size(); ++c)
            equal = equal && found[c] == scorer.score(raster.columns[c], rows);
        }
        CHECK(equal);
      }
    }
  }
}

TEST_CASE("edges go on beyond the last box, and it is known where they are not side by side") {
  std::vector<PyramidEdges> columns(10);
  for (std::uint32_t box = 0; box < columns.size(); ++box) {
    columns[box].fill(3 + box);
    columns[box][2] = box == 5 ? 7 : 3 + box;
  }
  const ColumnTable table(columns);
  REQUIRE(table.chunks() == 2);
  CHECK(table.are_side_by_side(0, 0));
  CHECK(table.are_side_by_side(0, 1));
  CHECK(!table.are_side_by_side(2, 0));
  CHECK(table.are_side_by_side(2, 1));
  CHECK(table.edges(2, 0)[5] == 7);
  CHECK(table.edges(0, 1)[1] == 12);
  CHECK(table.edges(0, 1)[7] == 18);
  CHECK(ColumnTable({}).chunks() == 0);
}

}  // namespace preimage::detection
