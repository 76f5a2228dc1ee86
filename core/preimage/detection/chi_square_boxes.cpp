#include "preimage/detection/chi_square_boxes.hpp"

#include <numeric>
#include <stdexcept>

namespace preimage::detection {

ChiSquareBoxScorer::ChiSquareBoxScorer(const kernels::ChiSquareExpansion& expansion, std::size_t n_words)
    : expansion_(expansion), n_words_(n_words), next_(n_words) {
  if (expansion.n_bins() != kPyramidCells * n_words)
    throw std::invalid_argument("ChiSquareBoxScorer: one bin per cell and word expected");
  std::iota(next_.begin(), next_.end(), std::size_t{0});
}

void ChiSquareBoxScorer::extend(Increments& increments, std::size_t cell, std::size_t occurrences,
                                std::size_t points) const {
  const std::size_t known = increments.size() / n_words_;
  increments.resize(occurrences * n_words_);
  for (std::size_t word = 0; word < n_words_; ++word) {
    const std::size_t bin = cell * n_words_ + word;
    const auto share = [&](std::size_t k) { return static_cast<double>(k) / static_cast<double>(points); };
    double below = expansion_.term(bin, share(known));
    for (std::size_t k = known; k < occurrences; ++k) {
      const double value = expansion_.term(bin, share(k + 1));
      increments[k * n_words_ + word] = value - below;
      below = value;
    }
  }
}

double ChiSquareBoxScorer::score_cell(const WordMap& words, const GridRange& range,
                                      const Increments& increments) {
  double sum = 0.0;
  const std::size_t pitch = words.grid.columns;
  for (std::size_t r = range.first_row; r < range.end_row; ++r) {
    for (std::size_t c = range.first_column; c < range.end_column; ++c) {
      std::size_t& next = next_[words.words[r * pitch + c]];
      sum += increments[next];
      next += n_words_;
    }
  }
  for (std::size_t r = range.first_row; r < range.end_row; ++r) {
    for (std::size_t c = range.first_column; c < range.end_column; ++c) {
      const std::size_t word = words.words[r * pitch + c];
      next_[word] = word;
    }
  }
  return sum;
}

double ChiSquareBoxScorer::score(const WordMap& words, const PyramidEdges& columns,
                                 const PyramidEdges& rows) {
  if (words.n_words != n_words_)
    throw std::invalid_argument("ChiSquareBoxScorer: a map of as many words as the bins expected");
  const auto ranges = pyramid_ranges(columns, rows);
  const std::size_t points = ranges[0].points();
  if (points == 0) return 0.0;
  Tables& tables = tables_[points];
  double sum = 0.0;
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell) {
    const std::size_t most = ranges[cell].points();
    if (tables[cell].size() < most * n_words_) extend(tables[cell], cell, most, points);
    sum += score_cell(words, ranges[cell], tables[cell]);
  }
  return sum;
}

}  // namespace preimage::detection
