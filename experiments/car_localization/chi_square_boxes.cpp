#include "experiments/car_localization/chi_square_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace preimage::experiments::car_localization {

namespace {

constexpr int kBitsBelowBound = 60;

/// g_b(v) = sum_i c_i 2 h_ib v / (h_ib + v) is at most sum_i |c_i| 2 v, and the shares of each level sum to
/// 1.
double unit_of(const kernels::ChiSquareExpansion& expansion) {
  const double bound = 2.0 * static_cast<double>(kPyramidLevels) * expansion.sum_of_sizes();
  return bound > 0.0 ? std::ldexp(1.0, std::ilogb(bound) + 1 - kBitsBelowBound) : 1.0;
}

std::size_t most_of_a_word(const WordMap& words) {
  std::vector<std::size_t> counts(words.n_words);
  for (const std::uint16_t word : words.words) ++counts[word];
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

}  // namespace

ChiSquareTables::ChiSquareTables(const kernels::ChiSquareExpansion& expansion, std::size_t n_words)
    : expansion_(expansion), n_words_(n_words), unit_(unit_of(expansion)) {
  if (expansion.n_bins() != kPyramidCells * n_words)
    throw std::invalid_argument("ChiSquareTables: one bin per cell and word expected");
}

void ChiSquareTables::extend(Increments& increments, std::size_t cell, std::size_t occurrences,
                             std::size_t points) const {
  const std::size_t known = increments.size() / n_words_;
  increments.resize(occurrences * n_words_);
  for (std::size_t word = 0; word < n_words_; ++word) {
    const std::size_t bin = cell * n_words_ + word;
    const auto term = [&](std::size_t k) -> Units {
      const double share = static_cast<double>(k) / static_cast<double>(points);
      return std::llround(expansion_.term(bin, share) / unit_);
    };
    Units below = term(known);
    for (std::size_t k = known; k < occurrences; ++k) {
      const Units value = term(k + 1);
      increments[k * n_words_ + word] = value - below;
      below = value;
    }
  }
}

std::shared_ptr<const ChiSquareTables::OfCells> ChiSquareTables::tables(
    const std::array<GridRange, kPyramidCells>& cells, std::size_t most) {
  const std::size_t points = cells[0].points();
  const std::lock_guard<std::mutex> guard(mutex_);
  std::shared_ptr<const OfCells>& known = tables_[points];
  std::shared_ptr<OfCells> longer;
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell) {
    const std::size_t occurrences = std::min(most, cells[cell].points());
    if (known != nullptr && (*known)[cell].size() >= occurrences * n_words_) continue;
    if (longer == nullptr) longer = known ? std::make_shared<OfCells>(*known) : std::make_shared<OfCells>();
    extend((*longer)[cell], cell, occurrences, points);
  }
  if (longer != nullptr) known = std::move(longer);
  return known;
}

ChiSquareBoxScorer::ChiSquareBoxScorer(ChiSquareTables& tables, const WordMap& words)
    : tables_(tables), words_(words), most_(most_of_a_word(words)), next_(words.n_words) {
  if (words.n_words != tables.n_words())
    throw std::invalid_argument("ChiSquareBoxScorer: a map of as many words as the bins expected");
  std::iota(next_.begin(), next_.end(), std::uint32_t{0});
}

double ChiSquareBoxScorer::score(const PyramidEdges& columns, const PyramidEdges& rows) {
  const auto cells = pyramid_ranges(columns, rows);
  if (cells[0].points() == 0) return 0.0;
  const auto tables = tables_.tables(cells, most_);
  const auto n_words = static_cast<std::uint32_t>(words_.n_words);
  ChiSquareTables::Units sum = 0;
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell) {
    const GridRange& range = cells[cell];
    const ChiSquareTables::Units* const increments = (*tables)[cell].data();
    for (std::size_t r = range.first_row; r < range.end_row; ++r) {
      const std::uint16_t* const row = words_.words.data() + r * words_.grid.columns;
      for (std::size_t c = range.first_column; c < range.end_column; ++c) {
        std::uint32_t& place = next_[row[c]];
        sum += increments[place];
        place += n_words;
      }
    }
    for (std::size_t r = range.first_row; r < range.end_row; ++r) {
      const std::uint16_t* const row = words_.words.data() + r * words_.grid.columns;
      for (std::size_t c = range.first_column; c < range.end_column; ++c) next_[row[c]] = row[c];
    }
  }
  return static_cast<double>(sum) * tables_.unit();
}

}  // namespace preimage::experiments::car_localization
