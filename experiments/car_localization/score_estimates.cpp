#include "experiments/car_localization/score_estimates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "preimage/base/cpu.hpp"

namespace preimage::experiments::car_localization {

namespace {

using base::FourDoubles;

constexpr std::size_t kCorners = 5 * 5 + 4 * 4 - 4;
constexpr std::size_t kImages = 40;                    // kCorners in whole vectors
constexpr std::size_t kFirstEdge[] = {0, 0, 2, 5, 9};  // of each level L among PyramidEdges

/// Row and column edges of a corner.
struct Corner {
  std::size_t row, column;
};

/// The corner between row parts a - 1 and a, column parts b - 1 and b, of level L.
constexpr std::size_t corner_number(std::size_t L, std::size_t a, std::size_t b) {
  if (L != 3) return a * (4 / L) * 5 + b * (4 / L);
  const bool is_common = a % 3 == 0 && b % 3 == 0;
  if (is_common) return a / 3 * 4 * 5 + b / 3 * 4;
  return 25 + (4 * a + b) - 1 - (a > 0 || b > 3 ? 1 : 0) - (a == 3 ? 1 : 0);
}

constexpr std::array<Corner, kCorners> all_corners() {
  std::array<Corner, kCorners> corners{};
  for (const std::size_t L : {std::size_t{3}, std::size_t{4}}) {
    for (std::size_t a = 0; a <= L; ++a) {
      for (std::size_t b = 0; b <= L; ++b)
        corners[corner_number(L, a, b)] = {kFirstEdge[L] + a, kFirstEdge[L] + b};
    }
  }
  return corners;
}

constexpr std::array<Corner, kCorners> kAllCorners = all_corners();

/// out += factor values
PREIMAGE_AVX2_CLONES
void add_weights(double factor, const double* values, std::size_t n, double* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] += factor * values[i];
}

/// Rows a, b, c, d become columns.
[[gnu::always_inline]] inline void transpose(FourDoubles& a, FourDoubles& b, FourDoubles& c, FourDoubles& d) {
  const FourDoubles ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const FourDoubles ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const FourDoubles cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const FourDoubles cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

/// words x kImages of kImages x pitch; both in whole vectors.
PREIMAGE_AVX2_CLONES
void transpose_weights(const double* by_corner, std::size_t pitch, double* by_word) {
  for (std::size_t word = 0; word < pitch; word += 4) {
    for (std::size_t k = 0; k < kImages; k += 4) {
      const double* from = by_corner + k * pitch + word;
      double* to = by_word + word * kImages + k;
      FourDoubles a, b, c, d;
      base::load_four(from, a);
      base::load_four(from + pitch, b);
      base::load_four(from + 2 * pitch, c);
      base::load_four(from + 3 * pitch, d);
      transpose(a, b, c, d);
      base::store_four(a, to);
      base::store_four(b, to + kImages);
      base::store_four(c, to + 2 * kImages);
      base::store_four(d, to + 3 * kImages);
    }
  }
}

/// The layout of an integral image in a wider one.
struct Padding {
  std::size_t before, behind, pitch;
};

/// Four integral images at once.
/// weights  words x kImages, from the first of the four
PREIMAGE_AVX2_CLONES
void integrate_four(const WordMap& map, const double* weights, const Padding& padding, double* sums) {
  const std::size_t rows = map.grid.rows, columns = map.grid.columns, pitch = padding.pitch;
  const std::size_t plane = (rows + 1) * pitch;
  const std::uint16_t* words = map.words.data();
  for (std::size_t p = 0; p < 4; ++p) std::fill_n(sums + p * plane, pitch, 0.0);
  for (std::size_t r = 0; r < rows; ++r, words += columns) {
    double* const out = sums + (r + 1) * pitch;
    for (std::size_t p = 0; p < 4; ++p) std::fill_n(out + p * plane, padding.before + 1, 0.0);
    FourDoubles row_sum = {};
    for (std::size_t c = 0; c < columns + padding.behind; c += 4) {
      FourDoubles side[4];
      for (std::size_t q = 0; q < 4; ++q) {
        if (c + q < columns) {
          FourDoubles weight;
          base::load_four(weights + words[c + q] * kImages, weight);
          row_sum += weight;
        }
        side[q] = row_sum;
      }
      transpose(side[0], side[1], side[2], side[3]);
      for (std::size_t p = 0; p < 4; ++p) {
        double* const to = out + p * plane + padding.before + 1 + c;
        FourDoubles above;
        base::load_four(to - pitch, above);
        above += side[p];
        base::store_four(above, to);
      }
    }
  }
}

/// Sums of what lies side by side at each corner.
PREIMAGE_AVX2_CLONES
void add_corners(const std::array<const double*, kCorners>& corners, std::size_t boxes, double* scores) {
  for (std::size_t c = 0; c < boxes; c += ScoreEstimates::kSideBySide) {
    FourDoubles first = {}, second = {};
    for (const double* corner : corners) {
      FourDoubles a, b;
      base::load_four(corner + c, a);
      base::load_four(corner + c + 4, b);
      first += a;
      second += b;
    }
    base::store_four(first, scores + c);
    base::store_four(second, scores + c + 4);
  }
}

/// Where the first box would have this edge, if the image went on.
long unbounded_first(const std::vector<PyramidEdges>& columns, std::size_t edge, std::size_t end) {
  const auto n = static_cast<long>(columns.size());
  long first = columns.back()[edge] == 0 ? 1 - n : static_cast<long>(end);
  for (long c = n; c-- > 0;) {
    const std::uint32_t at = columns[static_cast<std::size_t>(c)][edge];
    if (at < end && (at > 0 || first > -c)) return static_cast<long>(at) - c;
  }
  return first;
}

/// Rows of a matrix in whole vectors.
std::size_t in_fours(std::size_t n) {
  return (n + 3) / 4 * 4;
}

}  // namespace

ColumnShifts::ColumnShifts(const Grid& grid, const std::vector<PyramidEdges>& columns)
    : boxes(columns.size()) {
  const auto end = static_cast<long>(grid.columns);
  for (std::size_t edge = 0; edge < first.size() && boxes > 0; ++edge) {
    first[edge] = unbounded_first(columns, edge, grid.columns);
    for (std::size_t c = 0; c < boxes; ++c) {
      if (std::clamp(first[edge] + static_cast<long>(c), 0L, end) != static_cast<long>(columns[c][edge]))
        throw std::invalid_argument("ColumnShifts: boxes that move by one grid point expected");
    }
  }
}

/// Each cell counts at four corners, each of its sums is of a weight per point at most, none above their norm, made by rows + columns additions; 30
/// cells of 4 reads are added, or 37 reads of 4 levels' weights. Either is off by so many units in the last place.
ScoreEstimates::ScoreEstimates(const WordMap& map, const arma::vec& weights,
                               const std::vector<ColumnShifts>& rasters)
    : before_(0), behind_(0) {
  if (weights.n_elem != kPyramidCells * map.n_words)
    throw std::invalid_argument("ScoreEstimates: one weight per cell and word expected");
  for (const ColumnShifts& raster : rasters) {
    const auto read = static_cast<long>((raster.boxes + kSideBySide - 1) / kSideBySide * kSideBySide);
    for (const long first : raster.first) {
      before_ = std::max(before_, static_cast<std::size_t>(std::max(0L, -first)));
      behind_ = std::max(behind_, static_cast<std::size_t>(
                                      std::max(0L, first + read - static_cast<long>(map.grid.columns))));
    }
  }
  pitch_ = before_ + 1 + in_fours(map.grid.columns + behind_);
  plane_ = (map.grid.rows + 1) * pitch_;
  sums_ = std::make_unique_for_overwrite<double[]>(kImages * plane_);
  const auto rows = static_cast<double>(map.grid.rows), columns = static_cast<double>(map.grid.columns);
  const double largest_sum = 4.0 * kPyramidCells * rows * columns * std::sqrt(arma::dot(weights, weights));
  error_ = 2.0 * (rows + columns + 256.0) * std::numeric_limits<double>::epsilon() * largest_sum;
  integrate(map, weights);
}

void ScoreEstimates::integrate(const WordMap& map, const arma::vec& weights) {
  const std::size_t n_words = map.n_words, padded = in_fours(n_words);
  std::vector<double> by_corner(kImages * padded, 0.0);
  const double* of_cell = weights.memptr();
  for (std::size_t L = 1; L <= kPyramidLevels; ++L) {
    for (std::size_t i = 0; i < L; ++i) {
      for (std::size_t j = 0; j < L; ++j, of_cell += n_words) {
        for (const std::size_t a : {i, i + 1}) {
          for (const std::size_t b : {j, j + 1})
            add_weights(a - i == b - j ? 1.0 : -1.0, of_cell, n_words,
                        &by_corner[corner_number(L, a, b) * padded]);
        }
      }
    }
  }
  const auto by_word = std::make_unique_for_overwrite<double[]>(padded * kImages);
  transpose_weights(by_corner.data(), padded, by_word.get());
  for (std::size_t k = 0; k < kCorners; k += 4)
    integrate_four(map, by_word.get() + k, {before_, behind_, pitch_}, sums_.get() + k * plane_);
}

void ScoreEstimates::scores(const ColumnShifts& columns, const PyramidEdges& rows, double* scores) const {
  std::array<const double*, kCorners> corners{};
  const double* image = sums_.get() + before_;
  for (std::size_t k = 0; k < kCorners; ++k, image += plane_)
    corners[k] = image + rows[kAllCorners[k].row] * pitch_ + columns.first[kAllCorners[k].column];
  add_corners(corners, columns.boxes, scores);
}

}  // namespace preimage::experiments::car_localization
