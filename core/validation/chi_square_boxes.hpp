// Chi-square scores of the boxes of an image.
#pragma once

#include <cstdint>
#include <vector>

#include "images/spatial_pyramid.hpp"
#include "kernels/chi_square_tables.hpp"

namespace preimage::validation {

/// tables.score(box_shares(box_counts(words, box))) for many boxes of one image, without writing down the
/// bins that are empty: most of them are.
class ChiSquareBoxScorer {
 public:
  /// Both must outlive the scorer. tables  of kPyramidCells words.n_words bins, up to 1 (shares)
  ChiSquareBoxScorer(const images::WordMap& words, const kernels::ChiSquareTables& tables);
  /// 0 for a box without grid points. cost  O(levels * points in the box)
  double score(const data::Box& box);

 private:
  const images::WordMap& words_;
  const kernels::ChiSquareTables& tables_;
  std::vector<std::uint32_t> counts_;  // all 0 between two boxes
  std::vector<std::uint32_t> filled_;
};

}  // namespace preimage::validation
