// Scores of boxes to a known error, from half the memory and a third of the additions of exact ones.
#pragma once

#include <armadillo>
#include <array>
#include <memory>
#include <vector>

#include "experiments/car_localization/spatial_pyramid.hpp"

namespace preimage::experiments::car_localization {

/// The columns of a raster of boxes that move by one grid point from box to box: what all boxes of a row read at an edge lies
/// side by side, once an image goes on beyond its sides.
struct ColumnShifts {
  /// Box c has edge e at first[e] + c, or where the image ends.
  std::array<long, std::tuple_size_v<PyramidEdges>> first{};
  std::size_t boxes = 0;

  /// columns  as in BoxRaster.  throws  std::invalid_argument where they move otherwise
  ColumnShifts(const Grid& grid, const std::vector<PyramidEdges>& columns);
};

/// LinearBoxScorer's scores up to rounding, of rows of boxes. Where the cells of all levels meet, at 5 x 5 points of quarters and
/// 16 of thirds less 4 common ones, lies all that a score reads. So one integral image per such point will do, of the weights of
/// the cells around it with the signs that they are read with: 37 numbers a box in place of 120.
/// memory  320 bytes a point of the grid
class ScoreEstimates {
 public:
  /// weights  kPyramidCells map.n_words, in the order of box_counts (std::invalid_argument)
  /// rasters  whose boxes are to be scored
  /// cost     O(points of the grid + words), 40 numbers each
  ScoreEstimates(const WordMap& map, const arma::vec& weights, const std::vector<ColumnShifts>& rasters);
  /// Scores of the boxes with these rows and each of the columns, each within error() of LinearBoxScorer::score.
  /// columns  of `rasters`;  scores  columns.boxes numbers, and room for kSideBySide more
  void scores(const ColumnShifts& columns, const PyramidEdges& rows, double* scores) const;
  static constexpr std::size_t kSideBySide = 8;
  /// Bounds what rounding may do to either; infinite or NaN where a weight is.
  double error() const { return error_; }

 private:
  void integrate(const WordMap& map, const arma::vec& weights);

  std::size_t before_,
      behind_;  // columns that go on beyond the sides: 0 to the left, copies of the last to the right
  std::size_t pitch_, plane_;  // from row to row, from image to image
  double error_;
  std::unique_ptr<double[]> sums_;  // images x (rows + 1) x pitch
};

}  // namespace preimage::experiments::car_localization
