// A box as histograms of the visual words in it and in its parts [Lazebnik, Schmid and Ponce 2006; Lampert,
// Blaschko and Hofmann 2008]: level L = 1, ..., 4 cuts the box into L x L cells.
#pragma once

#include <armadillo>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/car_localization/codebook.hpp"
#include "preimage/samples/box.hpp"

namespace preimage::experiments::car_localization {

inline constexpr std::size_t kPyramidLevels = 4;
inline constexpr std::size_t kPyramidCells = 1 + 4 + 9 + 16;

/// The grid points of columns first_column .. end_column - 1 and rows first_row .. end_row - 1.
struct GridRange {
  std::size_t first_column = 0, end_column = 0;
  std::size_t first_row = 0, end_row = 0;
  std::size_t points() const { return (end_column - first_column) * (end_row - first_row); }
  bool operator==(const GridRange&) const = default;
};

/// The grid points of each cell, level by level and row by row; the first is the whole box. Cell (i, j) of
/// level L covers left + width j / L <= x < left + width (j + 1) / L and likewise y, in exact arithmetic.
/// What lies outside the image has no grid points. Requires a box that is not empty (std::invalid_argument).
std::array<GridRange, kPyramidCells> pyramid_ranges(const Grid& grid, const samples::Box& box);

/// Along one axis: of each level L in turn the L + 1 grid indices between which its parts lie. The cells of a
/// box are bounded by those of its columns and of its rows, so boxes that share either share the divisions.
using PyramidEdges = std::array<std::uint32_t, 2 + 3 + 4 + 5>;

/// The same cells as pyramid_ranges. Require width, height >= 1 (std::invalid_argument).
PyramidEdges pyramid_columns(const Grid& grid, int left, int width);
PyramidEdges pyramid_rows(const Grid& grid, int top, int height);

/// The cells between these edges.
std::array<GridRange, kPyramidCells> pyramid_ranges(const PyramidEdges& columns, const PyramidEdges& rows);

/// Boxes of one size in rows and columns, with the edges that they share.
struct BoxRaster {
  std::vector<samples::Box> boxes;  // row by row
  std::vector<PyramidEdges> columns, rows;
  const PyramidEdges& columns_of(std::size_t b) const { return columns[b % columns.size()]; }
  const PyramidEdges& rows_of(std::size_t b) const { return rows[b / columns.size()]; }
  /// First columns of four that move by one point from each to the next, and the other columns: together all
  /// columns. The last four may overlap others.
  std::vector<std::size_t> fours, ones;
};

/// boxes  of one size, every left edge with every top edge, row by row: as sliding_boxes
BoxRaster box_raster(const Grid& grid, std::vector<samples::Box> boxes);

/// How often each word occurs in each cell: entry c n_words + w is the number of grid points of cell c with
/// word w.
/// returns  kPyramidCells n_words counts;  cost O(levels * points in the box + result)
arma::vec box_counts(const WordMap& map, const samples::Box& box);

/// Counts divided by the number of grid points in the whole box, the same divisor for every cell, so that
/// each level sums to 1. Zero stays zero (a box without grid points).
arma::vec box_shares(arma::vec counts, std::size_t n_words);

/// w . box_counts(box) for many boxes of one image and one w: integral images of the weights of the words at
/// its grid points [Lampert, Blaschko and Hofmann 2008, sec. 3.1]. A score needs that of each cell at its four
/// corners. Cells share corners, and so those that meet in one are one image, of the sum of their weights with
/// their signs: 41 images, of which a score reads a number each, in place of 30, of which it reads four.
/// memory  8 * 42 (columns + 1) (rows + 1) bytes
class LinearBoxScorer {
 public:
  /// weights  kPyramidCells map.n_words, in the order of box_counts. throws  std::invalid_argument where
  ///          there are more or fewer
  LinearBoxScorer(const WordMap& map, const arma::vec& weights);
  /// Of the box with these columns and rows; 0 where it has no grid points.
  /// cost  41 additions, whatever the box's size
  double score(const PyramidEdges& columns, const PyramidEdges& rows) const;
  /// The bits of score of all boxes of a raster, in their order.
  std::vector<double> scores(const BoxRaster& raster) const;
  /// score divided by the number of grid points in the box: w . box_shares. 0 where there are none.
  double score_of_shares(const PyramidEdges& columns, const PyramidEdges& rows) const;

 private:
  Grid grid_;
  std::unique_ptr<double[]> sums_;  // corners x (rows + 1) x (columns + 1)
};

}  // namespace preimage::experiments::car_localization
