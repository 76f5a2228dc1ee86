#include "preimage/detection/subwindow_search.hpp"

#include <algorithm>
#include <queue>
#include <stdexcept>

#include "preimage/linalg/symmetric.hpp"

namespace preimage::detection {

namespace {

/// An integral image per cell of the weights of the words, one sign of them.
std::vector<double> integral_images(const WordMap& map, const arma::vec& weights) {
  const Grid& grid = map.grid;
  const std::size_t pitch = grid.columns + 1, plane = (grid.rows + 1) * pitch;
  std::vector<double> sums(kPyramidCells * plane, 0.0);
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell) {
    double* of_cell = &sums[cell * plane];
    for (std::size_t r = 0; r < grid.rows; ++r) {
      double row_sum = 0.0;
      for (std::size_t c = 0; c < grid.columns; ++c) {
        row_sum += weights(cell * map.n_words + map.words[r * grid.columns + c]);
        of_cell[(r + 1) * pitch + c + 1] = of_cell[r * pitch + c + 1] + row_sum;
      }
    }
  }
  return sums;
}

struct Rectangle {
  std::size_t left, right, top, bottom;  // half open, of grid indices; empty where it ends before it begins
};

double sum_in(const double* sums, std::size_t pitch, const Rectangle& r) {
  if (r.right <= r.left || r.bottom <= r.top) return 0.0;
  return sums[r.bottom * pitch + r.right] - sums[r.bottom * pitch + r.left] - sums[r.top * pitch + r.right] +
         sums[r.top * pitch + r.left];
}

}  // namespace

/// Boxes (left, top) with numbers left_begin <= left < left_end and likewise.
struct SubwindowSearch::Set {
  double bound = 0.0;
  std::size_t left_begin = 0, left_end = 0, top_begin = 0, top_end = 0;
  bool operator<(const Set& other) const { return bound < other.bound; }
};

SubwindowSearch::SubwindowSearch(const WordMap& map, const arma::vec& weights) : grid_(map.grid) {
  if (weights.n_elem != kPyramidCells * map.n_words)
    throw std::invalid_argument("SubwindowSearch: one weight per cell and word expected");
  linalg::require_finite(weights, "weights of the subwindow search");
  positive_ = integral_images(map, arma::clamp(weights, 0.0, arma::datum::inf));
  negative_ = integral_images(map, arma::clamp(weights, -arma::datum::inf, 0.0));
}

double SubwindowSearch::bound(const PyramidEdges& first_columns, const PyramidEdges& last_columns,
                              const PyramidEdges& first_rows, const PyramidEdges& last_rows) const {
  const std::size_t pitch = grid_.columns + 1, plane = (grid_.rows + 1) * pitch;
  const double* positive = positive_.data();
  const double* negative = negative_.data();
  double total = 0.0;
  std::size_t edge = 0;
  for (std::size_t L = 1; L <= kPyramidLevels; edge += ++L) {
    for (std::size_t i = edge; i < edge + L; ++i) {
      for (std::size_t j = edge; j < edge + L; ++j, positive += plane, negative += plane) {
        // A box further right or below has no smaller edge, so the ends of the ranges say it all.
        total +=
            sum_in(positive, pitch, {first_columns[j], last_columns[j + 1], first_rows[i], last_rows[i + 1]});
        total +=
            sum_in(negative, pitch, {last_columns[j], first_columns[j + 1], last_rows[i], first_rows[i + 1]});
      }
    }
  }
  return total;
}

std::optional<SubwindowSearch::Found> SubwindowSearch::best(const samples::GreyImage& image, int width,
                                                            int height, int step, double outside) const {
  const auto [boxes, columns, rows] = box_raster(grid_, sliding_boxes(image, width, height, step, outside));
  if (boxes.empty()) return std::nullopt;
  std::size_t bounds = 0;
  std::priority_queue<Set> queue;
  const auto add = [&, &columns = columns, &rows = rows](Set set) {
    set.bound =
        bound(columns[set.left_begin], columns[set.left_end - 1], rows[set.top_begin], rows[set.top_end - 1]);
    ++bounds;
    queue.push(set);
  };
  add({0.0, 0, columns.size(), 0, rows.size()});
  for (;;) {
    const Set set = queue.top();
    queue.pop();
    const std::size_t across = set.left_end - set.left_begin, down = set.top_end - set.top_begin;
    if (across == 1 && down == 1)
      return Found{{boxes[set.top_begin * columns.size() + set.left_begin], set.bound}, bounds};
    Set first = set, second = set;
    if (across >= down) {
      first.left_end = second.left_begin = set.left_begin + across / 2;
    } else {
      first.top_end = second.top_begin = set.top_begin + down / 2;
    }
    add(first);
    add(second);
  }
}

}  // namespace preimage::detection
