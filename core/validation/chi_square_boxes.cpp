#include "validation/chi_square_boxes.hpp"

namespace preimage::validation {

ChiSquareBoxScorer::ChiSquareBoxScorer(const images::WordMap& words, const kernels::ChiSquareTables& tables)
    : words_(words), tables_(tables), counts_(images::kPyramidCells * words.n_words, 0) {}

double ChiSquareBoxScorer::score(const data::Box& box) {
  const auto ranges = images::pyramid_ranges(words_.grid, box);
  const auto points = static_cast<double>(ranges[0].points());
  filled_.clear();
  for (std::size_t cell = 0; cell < images::kPyramidCells; ++cell) {
    const images::GridRange& range = ranges[cell];
    for (std::size_t r = range.first_row; r < range.end_row; ++r) {
      for (std::size_t c = range.first_column; c < range.end_column; ++c) {
        const std::size_t bin = cell * words_.n_words + words_.words[r * words_.grid.columns + c];
        if (counts_[bin]++ == 0) filled_.push_back(static_cast<std::uint32_t>(bin));
      }
    }
  }
  double sum = 0.0;
  for (const std::uint32_t bin : filled_) {
    sum += tables_.term(bin, counts_[bin] / points);
    counts_[bin] = 0;
  }
  return sum;
}

}  // namespace preimage::validation
