#include "experiments/car_localization/spatial_pyramid.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>

#include "preimage/base/cpu.hpp"

namespace preimage::experiments::car_localization {

namespace {

/// The least integer that is not below a / b, b > 0.
long ceil_ratio(long a, long b) {
  return a / b + (a % b > 0 ? 1 : 0);
}

/// The first grid index whose point is not below first + length part / parts.
std::size_t first_index(const Grid& grid, std::size_t points, long first, long length, long part,
                        long parts) {
  const long index = ceil_ratio(parts * (first - grid.offset) + length * part, parts * grid.stride);
  return static_cast<std::size_t>(std::clamp(index, 0L, static_cast<long>(points)));
}

PyramidEdges edges_along(const Grid& grid, std::size_t points, long first, long length) {
  if (length < 1) throw std::invalid_argument("the cells of a box: the box is empty");
  PyramidEdges edges{};
  std::size_t edge = 0;
  for (long L = 1; L <= static_cast<long>(kPyramidLevels); ++L) {
    for (long part = 0; part <= L; ++part)
      edges[edge++] = static_cast<std::uint32_t>(first_index(grid, points, first, length, part, L));
  }
  return edges;
}

// Levels 1 and 2 have their corners among those of level 4. Corners are numbered level 4 first, row by row,
// then level 3.
constexpr std::size_t kAtOnce = 3;  // images that are summed together, which wait less for each other
constexpr std::size_t kCorners = 5 * 5 + 4 * 4;
constexpr std::size_t kPlanes = kCorners + 1;  // and one that fills up

constexpr std::size_t row_edge(std::size_t corner) {  // of PyramidEdges
  return corner < 25 ? 9 + corner / 5 : 5 + (corner - 25) / 4;
}
constexpr std::size_t column_edge(std::size_t corner) {
  return corner < 25 ? 9 + corner % 5 : 5 + (corner - 25) % 4;
}

/// Between the i-th and j-th parts of a level.
std::size_t corner_number(std::size_t L, std::size_t i, std::size_t j) {
  return L == 3 ? 25 + 4 * i + j : 5 * (i * 4 / L) + j * 4 / L;
}

/// total += what the integral images of all corners say between these edges: of one box, or of four that move
/// by one point.
template <class Numbers>
[[gnu::always_inline]] inline void add_corners(const double* sums, const Grid& grid,
                                               const PyramidEdges& columns, const PyramidEdges& rows,
                                               Numbers& total) {
  if (columns[0] == columns[1] || rows[0] == rows[1]) return;  // no points: 0 without rounding
  const std::size_t pitch = grid.columns + 1;
#pragma GCC unroll 41
  for (std::size_t corner = 0; corner < kCorners; ++corner, sums += (grid.rows + 1) * pitch) {
    Numbers at;
    std::memcpy(&at, sums + rows[row_edge(corner)] * pitch + columns[column_edge(corner)], sizeof at);
    total += at;
  }
}

PREIMAGE_AVX2_CLONES
void score_four(const double* sums, const Grid& grid, const PyramidEdges& columns, const PyramidEdges& rows,
                double* scores) {
  base::FourDoubles total = {};
  add_corners(sums, grid, columns, rows, total);
  base::store_four(total, scores);
}

/// Whether all edges of four boxes from here on move by one point from box to box.
bool four_from(const std::vector<PyramidEdges>& columns, std::size_t first) {
  if (first + 3 >= columns.size()) return false;
  for (std::size_t c = first; c < first + 3; ++c) {
    if (!std::equal(columns[c].begin(), columns[c].end(), columns[c + 1].begin(),
                    [](std::uint32_t edge, std::uint32_t next) { return next == edge + 1; }))
      return false;
  }
  return true;
}

}  // namespace

PyramidEdges pyramid_columns(const Grid& grid, int left, int width) {
  return edges_along(grid, grid.columns, left, width);
}

PyramidEdges pyramid_rows(const Grid& grid, int top, int height) {
  return edges_along(grid, grid.rows, top, height);
}

std::array<GridRange, kPyramidCells> pyramid_ranges(const Grid& grid, const samples::Box& box) {
  return pyramid_ranges(pyramid_columns(grid, box.left, box.width), pyramid_rows(grid, box.top, box.height));
}

std::array<GridRange, kPyramidCells> pyramid_ranges(const PyramidEdges& columns, const PyramidEdges& rows) {
  std::array<GridRange, kPyramidCells> ranges;
  std::size_t cell = 0, edge = 0;
  for (std::size_t L = 1; L <= kPyramidLevels; edge += ++L) {
    for (std::size_t i = edge; i < edge + L; ++i) {
      for (std::size_t j = edge; j < edge + L; ++j)
        ranges[cell++] = {columns[j], columns[j + 1], rows[i], rows[i + 1]};
    }
  }
  return ranges;
}

BoxRaster box_raster(const Grid& grid, std::vector<samples::Box> boxes) {
  BoxRaster raster;
  for (const samples::Box& box : boxes) {
    if (box.top == boxes[0].top) raster.columns.push_back(pyramid_columns(grid, box.left, box.width));
    if (box.left == boxes[0].left) raster.rows.push_back(pyramid_rows(grid, box.top, box.height));
  }
  raster.boxes = std::move(boxes);
  for (std::size_t c = 0; c < raster.columns.size();) {
    std::size_t first = c;
    while (!four_from(raster.columns, first) && first > 0 && first + 3 > c) --first;
    const bool is_four = four_from(raster.columns, first);
    (is_four ? raster.fours : raster.ones).push_back(is_four ? first : c);
    c = is_four ? first + 4 : c + 1;
  }
  return raster;
}

arma::vec box_counts(const WordMap& map, const samples::Box& box) {
  const auto ranges = pyramid_ranges(map.grid, box);
  arma::vec counts(kPyramidCells * map.n_words, arma::fill::zeros);
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell) {
    const GridRange& range = ranges[cell];
    double* histogram = counts.memptr() + cell * map.n_words;
    for (std::size_t r = range.first_row; r < range.end_row; ++r) {
      for (std::size_t c = range.first_column; c < range.end_column; ++c)
        histogram[map.words[r * map.grid.columns + c]] += 1.0;
    }
  }
  return counts;
}

arma::vec box_shares(arma::vec counts, std::size_t n_words) {
  const double points = arma::accu(counts.head(n_words));
  if (points > 0.0) counts /= points;
  return counts;
}

LinearBoxScorer::LinearBoxScorer(const WordMap& map, const arma::vec& weights) : grid_(map.grid) {
  if (weights.n_elem != kPyramidCells * map.n_words)
    throw std::invalid_argument("LinearBoxScorer: one weight per cell and word expected");
  const arma::mat of_cell(const_cast<double*>(weights.memptr()), map.n_words, kPyramidCells, false, true);
  arma::mat of_corner(map.n_words, kPlanes, arma::fill::zeros);
  std::size_t cell = 0;
  for (std::size_t L = 1; L <= kPyramidLevels; ++L) {
    for (std::size_t i = 0; i < L; ++i) {
      for (std::size_t j = 0; j < L; ++j, ++cell) {
        of_corner.col(corner_number(L, i, j)) += of_cell.col(cell);
        of_corner.col(corner_number(L, i, j + 1)) -= of_cell.col(cell);
        of_corner.col(corner_number(L, i + 1, j)) -= of_cell.col(cell);
        of_corner.col(corner_number(L, i + 1, j + 1)) += of_cell.col(cell);
      }
    }
  }
  const std::size_t pitch = grid_.columns + 1, plane = (grid_.rows + 1) * pitch;
  sums_ = std::make_unique_for_overwrite<double[]>(kPlanes * plane);
  for (std::size_t first = 0; first < kPlanes; first += kAtOnce) {
    const double* weight_of = of_corner.colptr(first);
    const std::uint16_t* word = map.words.data();
    double* above = &sums_[first * plane];
    for (std::size_t q = 0; q < kAtOnce; ++q) std::fill_n(above + q * plane, pitch, 0.0);
    for (std::size_t r = 0; r < grid_.rows; ++r, above += pitch) {
      double row_sums[kAtOnce] = {};
      for (std::size_t q = 0; q < kAtOnce; ++q) above[q * plane + pitch] = 0.0;
      for (std::size_t c = 1; c < pitch; ++c, ++word) {
        for (std::size_t q = 0; q < kAtOnce; ++q) {
          row_sums[q] += weight_of[q * map.n_words + *word];
          above[q * plane + pitch + c] = above[q * plane + c] + row_sums[q];
        }
      }
    }
  }
}

std::vector<double> LinearBoxScorer::scores(const BoxRaster& raster) const {
  std::vector<double> scores(raster.boxes.size());
  double* of_row = scores.data();
  for (const PyramidEdges& rows : raster.rows) {
    for (const std::size_t c : raster.fours)
      score_four(sums_.get(), grid_, raster.columns[c], rows, of_row + c);
    for (const std::size_t c : raster.ones) of_row[c] = score(raster.columns[c], rows);
    of_row += raster.columns.size();
  }
  return scores;
}

double LinearBoxScorer::score(const PyramidEdges& columns, const PyramidEdges& rows) const {
  double total = 0.0;
  add_corners(sums_.get(), grid_, columns, rows, total);
  return total;
}

double LinearBoxScorer::score_of_shares(const PyramidEdges& columns, const PyramidEdges& rows) const {
  const double points = static_cast<double>(columns[1] - columns[0]) * (rows[1] - rows[0]);
  return points > 0.0 ? score(columns, rows) / points : 0.0;
}

}  // namespace preimage::experiments::car_localization
