#include "experiments/car_localization/spatial_pyramid.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

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

LinearBoxScorer::LinearBoxScorer(const WordMap& map, const arma::vec& weights)
    : grid_(map.grid), sums_(kPyramidCells * (grid_.rows + 1) * (grid_.columns + 1), 0.0) {
  if (weights.n_elem != kPyramidCells * map.n_words)
    throw std::invalid_argument("LinearBoxScorer: one weight per cell and word expected");
  const std::size_t pitch = grid_.columns + 1;
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell) {
    const double* weight_of = weights.memptr() + cell * map.n_words;
    double* sums = &sums_[cell * (grid_.rows + 1) * pitch];
    for (std::size_t r = 0; r < grid_.rows; ++r) {
      double row_sum = 0.0;
      for (std::size_t c = 0; c < grid_.columns; ++c) {
        row_sum += weight_of[map.words[r * grid_.columns + c]];
        sums[(r + 1) * pitch + c + 1] = sums[r * pitch + c + 1] + row_sum;
      }
    }
  }
}

double LinearBoxScorer::score(const PyramidEdges& columns, const PyramidEdges& rows) const {
  const std::size_t pitch = grid_.columns + 1;
  const double* sums = sums_.data();
  double total = 0.0;
  std::size_t edge = 0;
  for (std::size_t L = 1; L <= kPyramidLevels; edge += ++L) {
    for (std::size_t i = edge; i < edge + L; ++i) {
      for (std::size_t j = edge; j < edge + L; ++j, sums += (grid_.rows + 1) * pitch) {
        const double* top = sums + rows[i] * pitch;
        const double* bottom = sums + rows[i + 1] * pitch;
        total += bottom[columns[j + 1]] - bottom[columns[j]] - top[columns[j + 1]] + top[columns[j]];
      }
    }
  }
  return total;
}

double LinearBoxScorer::score(const samples::Box& box) const {
  return score(pyramid_columns(grid_, box.left, box.width), pyramid_rows(grid_, box.top, box.height));
}

double LinearBoxScorer::score_of_shares(const samples::Box& box) const {
  return score_of_shares(pyramid_columns(grid_, box.left, box.width),
                         pyramid_rows(grid_, box.top, box.height));
}

double LinearBoxScorer::score_of_shares(const PyramidEdges& columns, const PyramidEdges& rows) const {
  const double points = static_cast<double>(columns[1] - columns[0]) * (rows[1] - rows[0]);
  return points > 0.0 ? score(columns, rows) / points : 0.0;
}

}  // namespace preimage::experiments::car_localization
