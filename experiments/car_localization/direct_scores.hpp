// Scores of windows by sums over all training boxes: what tables and integral images are measured against.
#pragma once

#include <armadillo>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "experiments/car_localization/spatial_pyramid.hpp"

namespace preimage::experiments::car_localization {

struct FilledBin {
  std::uint32_t bin = 0;
  double value = 0.0;
};

/// The words of a window, counted: what every sum over training boxes begins with.
class FilledCounts {
 public:
  explicit FilledCounts(std::size_t n_words) : n_words_(n_words), counts_(kPyramidCells * n_words, 0) {}

  /// filled  becomes the bins that are not empty, with their counts;  returns  the points in the window
  double count(const WordMap& words, const samples::Box& box, std::vector<FilledBin>& filled) {
    const auto ranges = pyramid_ranges(words.grid, box);
    filled.clear();
    for (std::size_t cell = 0; cell < kPyramidCells; ++cell) {
      const GridRange& range = ranges[cell];
      for (std::size_t r = range.first_row; r < range.end_row; ++r) {
        for (std::size_t c = range.first_column; c < range.end_column; ++c) {
          const std::size_t bin = cell * n_words_ + words.words[r * words.grid.columns + c];
          if (counts_[bin]++ == 0) filled.push_back({static_cast<std::uint32_t>(bin), 0.0});
        }
      }
    }
    for (FilledBin& entry : filled) {
      entry.value = counts_[entry.bin];
      counts_[entry.bin] = 0;
    }
    return static_cast<double>(ranges[0].points());
  }

 private:
  std::size_t n_words_;
  std::vector<std::uint32_t> counts_;
};

using SumOverBoxes = std::function<double(const std::vector<FilledBin>& window)>;

/// sum_i c_i sum_b term(window_b, h_ib), pair by pair over the window's filled bins, skipping those that the
/// training box has not.
/// support_columns  bins x n, coefficients  n: both must outlive the sum
template <class Term>
SumOverBoxes pair_by_pair(const arma::mat& support_columns, const arma::vec& coefficients, const Term& term) {
  return [&support_columns, &coefficients, term](const std::vector<FilledBin>& window) {
    double score = 0.0;
    for (arma::uword i = 0; i < support_columns.n_cols; ++i) {
      const double* other = support_columns.colptr(i);
      double value = 0.0;
      for (const FilledBin& entry : window) {
        if (other[entry.bin] > 0.0) value += term(entry.value, other[entry.bin]);
      }
      score += coefficients(i) * value;
    }
    return score;
  };
}

/// The same of the chi-square kernel, for each filled bin all training boxes side by side: what a compiler
/// makes vector instructions of.
/// support  n x bins
inline SumOverBoxes side_by_side(const arma::mat& support, const arma::vec& coefficients) {
  return [&](const std::vector<FilledBin>& window) {
    arma::vec values(support.n_rows, arma::fill::zeros);
    for (const FilledBin& entry : window) {
      const double* column = support.colptr(entry.bin);
      for (arma::uword i = 0; i < support.n_rows; ++i)
        values[i] += 2.0 * entry.value * column[i] / (column[i] + entry.value);
    }
    return arma::dot(values, coefficients);
  };
}

}  // namespace preimage::experiments::car_localization
