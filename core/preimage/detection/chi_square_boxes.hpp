// Chi-square scores of the boxes of images.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "preimage/detection/spatial_pyramid.hpp"
#include "preimage/kernels/chi_square_expansion.hpp"

namespace preimage::detection {

/// sum_b g_b(h_b), h = box_shares(box_counts(words, box)), for many boxes. Boxes of one size hold one of a
/// few numbers P of grid points, so that h_b = k / P takes few values: for each P a table holds what the k-th
/// occurrence of a word in a cell adds,
///   g_b(k / P) - g_b((k - 1) / P),
/// and a box costs one look-up per point and level. Tables are made when a box first needs them, and depend
/// on nothing but the expansion: the order of the boxes changes no bit of a score.
class ChiSquareBoxScorer {
 public:
  /// expansion  of kPyramidCells n_words bins; must outlive the scorer
  /// throws     std::invalid_argument where it has more or fewer
  ChiSquareBoxScorer(const kernels::ChiSquareExpansion& expansion, std::size_t n_words);
  /// 0 for a box without grid points.
  /// words   of n_words words (std::invalid_argument)
  /// cost    O(levels * points in the box); of a table O(n_words * points * expansion's entries per bin)
  /// memory  8 n_words bytes per point and level, for each P
  double score(const WordMap& words, const PyramidEdges& columns, const PyramidEdges& rows);

 private:
  /// What occurrence k = 1, ... of word w in one cell adds: the ((k - 1) n_words + w)-th.
  using Increments = std::vector<double>;
  using Tables = std::array<Increments, kPyramidCells>;
  void extend(Increments& increments, std::size_t cell, std::size_t occurrences, std::size_t points) const;
  double score_cell(const WordMap& words, const GridRange& range, const Increments& increments);

  const kernels::ChiSquareExpansion& expansion_;
  std::size_t n_words_;
  std::map<std::size_t, Tables> tables_;  // by P
  std::vector<std::size_t> next_;         // of each word, the place of its next occurrence in the increments
};

}  // namespace preimage::detection
