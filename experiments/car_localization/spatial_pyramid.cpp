#include "experiments/car_localization/spatial_pyramid.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
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

/// Of each of PyramidEdges the first that lies at the same part of a box's length: 2/4 at 1/2.
constexpr std::array<std::size_t, std::tuple_size_v<PyramidEdges>> kSameEdge = {0, 1, 0, 3,  1, 0,  6,
                                                                                7, 1, 0, 10, 3, 12, 1};

/// A point where cells of one or more levels meet.
struct Corner {
  std::size_t row = 0, column = 0;  // of PyramidEdges, of kSameEdge
  bool operator==(const Corner&) const = default;
};

struct CornersOfCells {
  std::array<Corner, 37> corners;  // each once, those of all levels
  std::array<std::array<std::size_t, 4>, kPyramidCells>
      of_cell;  // top left, top right, bottom left, bottom right
};

constexpr CornersOfCells corners_of_cells() {
  CornersOfCells found{};
  std::size_t n_found = 0, cell = 0, edge = 0;
  const auto number = [&](std::size_t i, std::size_t j) {
    const Corner corner{kSameEdge[i], kSameEdge[j]};
    for (std::size_t k = 0; k < n_found; ++k)
      if (found.corners[k] == corner) return k;
    found.corners.at(n_found) = corner;
    return n_found++;
  };
  for (std::size_t L = 1; L <= kPyramidLevels; edge += ++L) {
    for (std::size_t i = edge; i < edge + L; ++i) {
      for (std::size_t j = edge; j < edge + L; ++j)
        found.of_cell.at(cell++) = {number(i, j), number(i, j + 1), number(i + 1, j), number(i + 1, j + 1)};
    }
  }
  return found;
}

constexpr CornersOfCells kCorners = corners_of_cells();
static_assert(kCorners.corners.back() != Corner{});

constexpr std::size_t kAtOnce = 4;  // images that are summed together, which wait less for each other
constexpr std::size_t kPlanes = (kCorners.corners.size() + kAtOnce - 1) / kAtOnce * kAtOnce;

/// total += what the integral images of all corners say between these edges: of one box, or of four that move
/// by one point.
template <class Numbers>
[[gnu::always_inline]] inline void add_corners(const double* sums, const Grid& grid,
                                               const PyramidEdges& columns, const PyramidEdges& rows,
                                               Numbers& total) {
  if (columns[0] == columns[1] || rows[0] == rows[1]) return;  // no points: 0 without rounding
  const std::size_t pitch = grid.columns + 1, plane = (grid.rows + 1) * pitch;
#pragma GCC unroll 37
  for (const auto& [row, column] : kCorners.corners) {
    Numbers at;
    std::memcpy(&at, sums + rows[row] * pitch + columns[column], sizeof at);
    total += at;
    sums += plane;
  }
}

PREIMAGE_AVX2_CLONES
void score_four(const double* sums, const Grid& grid, const PyramidEdges& columns, const PyramidEdges& rows,
                double* scores) {
  base::FourDoubles total = {};
  add_corners(sums, grid, columns, rows, total);
  base::store_four(total, scores);
}

/// Of each box, whether all edges of the next one are one point further.
std::vector<char> moves_by_a_point(const std::vector<PyramidEdges>& columns) {
  std::vector<char> moves(columns.size(), 0);
  for (std::size_t c = 0; c + 1 < columns.size(); ++c) {
    moves[c] = std::equal(columns[c].begin(), columns[c].end(), columns[c + 1].begin(),
                          [](std::uint32_t edge, std::uint32_t next) { return next == edge + 1; });
  }
  return moves;
}

/// The first of four boxes that move so, c among them; nothing where there are none.
std::optional<std::size_t> four_with(const std::vector<char>& moves, std::size_t c) {
  for (std::size_t back = 0; back <= std::min<std::size_t>(c, 3); ++back) {
    const std::size_t first = c - back;
    if (first + 3 < moves.size() && moves[first] && moves[first + 1] && moves[first + 2]) return first;
  }
  return std::nullopt;
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
  const std::vector<char> moves = moves_by_a_point(raster.columns);
  for (std::size_t c = 0; c < raster.columns.size();) {
    if (const std::optional<std::size_t> first = four_with(moves, c)) {
      raster.fours.push_back(*first);
      c = *first + 4;
    } else {
      raster.ones.push_back(c++);
    }
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
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell) {
    const auto& [top_left, top_right, bottom_left, bottom_right] = kCorners.of_cell[cell];
    of_corner.col(top_left) += of_cell.col(cell);
    of_corner.col(top_right) -= of_cell.col(cell);
    of_corner.col(bottom_left) -= of_cell.col(cell);
    of_corner.col(bottom_right) += of_cell.col(cell);
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
