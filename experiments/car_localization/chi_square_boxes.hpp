// Chi-square scores of the boxes of images.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "experiments/car_localization/spatial_pyramid.hpp"
#include "preimage/kernels/chi_square_kernel.hpp"

namespace preimage::experiments::car_localization {

/// What the words in the cells of a box add to its score, sum_b g_b(h_b), h = box_shares(box_counts(words,
/// box)). Boxes of one size hold one of a few numbers P of grid points, so that h_b = k / P takes few values:
/// for each P a table holds what the k-th occurrence of a word in a cell adds,
///   g_b(k / P) - g_b((k - 1) / P),
/// in whole units of 2^-60 of a bound on all scores: sums of them are exact, whatever the order of the
/// points. Tables are made when a box first needs them; several threads may ask.
class ChiSquareTables {
 public:
  using Units = std::int64_t;
  /// Of one cell: what occurrence k = 1, ... of word w adds is the ((k - 1) n_words + w)-th.
  using Increments = std::vector<Units>;
  using OfCells = std::array<Increments, kPyramidCells>;

  /// expansion  of kPyramidCells n_words bins; must outlive the tables
  /// throws     std::invalid_argument where it has more or fewer
  ChiSquareTables(const kernels::ChiSquareExpansion& expansion, std::size_t n_words);

  std::size_t n_words() const { return n_words_; }
  /// A score of 1 in units is 1 / unit().
  double unit() const { return unit_; }
  /// The tables of boxes with these cells, for as many occurrences of a word in each cell as there are points
  /// in it, and at most `most`.
  /// cost    of a table O(n_words * occurrences * expansion's entries per bin)
  /// memory  8 n_words bytes per occurrence, for each cell and each P
  std::shared_ptr<const OfCells> tables(const std::array<GridRange, kPyramidCells>& cells, std::size_t most);

 private:
  void extend(Increments& increments, std::size_t cell, std::size_t occurrences, std::size_t points) const;

  const kernels::ChiSquareExpansion& expansion_;
  std::size_t n_words_;
  double unit_;
  std::mutex mutex_;
  std::map<std::size_t, std::shared_ptr<const OfCells>>
      tables_;  // by P; never changed, but replaced by longer ones
};

/// Scores of boxes of one image.
class ChiSquareBoxScorer {
 public:
  /// tables, words  must outlive it; of the same number of words (std::invalid_argument)
  ChiSquareBoxScorer(ChiSquareTables& tables, const WordMap& words);
  /// sum_b g_b(h_b); 0 for a box without grid points.  cost  O(levels * points in the box)
  double score(const PyramidEdges& columns, const PyramidEdges& rows);

 private:
  ChiSquareTables& tables_;
  const WordMap& words_;
  std::size_t most_;  // occurrences of a word in the image
  std::vector<std::uint32_t>
      next_;  // of each word, the place of its next occurrence in the increments of a cell
};

}  // namespace preimage::experiments::car_localization
