#include "experiments/car_localization/spatial_pyramid.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
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

/// total += what the integral images of all cells say between these edges: of one box, or of four that move
/// by one point.
template <class Numbers>
[[gnu::always_inline]] inline void add_cells(const double* sums, const Grid& grid,
                                             const PyramidEdges& columns, const PyramidEdges& rows,
                                             Numbers& total) {
  const std::size_t pitch = grid.columns + 1;
  const auto load = [](const double* from, Numbers& to) { std::memcpy(&to, from, sizeof to); };
  std::size_t edge = 0;
  for (std::size_t L = 1; L <= kPyramidLevels; edge += ++L) {
    for (std::size_t i = edge; i < edge + L; ++i) {
      for (std::size_t j = edge; j < edge + L; ++j, sums += (grid.rows + 1) * pitch) {
        const double *top = sums + rows[i] * pitch, *bottom = sums + rows[i + 1] * pitch;
        Numbers top_left, top_right, bottom_left, bottom_right;
        load(top + columns[j], top_left);
        load(top + columns[j + 1], top_right);
        load(bottom + columns[j], bottom_left);
        load(bottom + columns[j + 1], bottom_right);
        total += bottom_right - bottom_left - top_right + top_left;
      }
    }
  }
}

PREIMAGE_AVX2_CLONES
void score_four(const double* sums, const Grid& grid, const PyramidEdges& columns, const PyramidEdges& rows,
                double* scores) {
  base::FourDoubles total = {};
  add_cells(sums, grid, columns, rows, total);
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
  constexpr std::size_t kAtOnce = 3;  // cells, which wait less for each other
  static_assert(kPyramidCells % kAtOnce == 0);
  const std::size_t pitch = grid_.columns + 1, plane = (grid_.rows + 1) * pitch;
  sums_ = std::make_unique_for_overwrite<double[]>(kPyramidCells * plane);
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell) std::fill_n(&sums_[cell * plane], pitch, 0.0);
  for (std::size_t cell = 0; cell < kPyramidCells; cell += kAtOnce) {
    const double* weight_of = weights.memptr() + cell * map.n_words;
    const std::uint16_t* word = map.words.data();
    double* above = &sums_[cell * plane];
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
  const std::vector<char> moves = moves_by_a_point(raster.columns);
  std::vector<std::size_t> ones, fours;  // first boxes, of which the last four may overlap others
  for (std::size_t c = 0; c < raster.columns.size();) {
    if (const std::optional<std::size_t> first = four_with(moves, c)) {
      fours.push_back(*first);
      c = *first + 4;
    } else {
      ones.push_back(c++);
    }
  }
  std::vector<double> scores(raster.boxes.size());
  double* of_row = scores.data();
  for (const PyramidEdges& rows : raster.rows) {
    for (const std::size_t c : fours) score_four(sums_.get(), grid_, raster.columns[c], rows, of_row + c);
    for (const std::size_t c : ones) of_row[c] = score(raster.columns[c], rows);
    of_row += raster.columns.size();
  }
  return scores;
}

double LinearBoxScorer::score(const PyramidEdges& columns, const PyramidEdges& rows) const {
  double total = 0.0;
  add_cells(sums_.get(), grid_, columns, rows, total);
  return total;
}

double LinearBoxScorer::score_of_shares(const PyramidEdges& columns, const PyramidEdges& rows) const {
  const double points = static_cast<double>(columns[1] - columns[0]) * (rows[1] - rows[0]);
  return points > 0.0 ? score(columns, rows) / points : 0.0;
}

}  // namespace preimage::experiments::car_localization
