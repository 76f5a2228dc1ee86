#include "experiments/car_localization/chi_square_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace preimage::experiments::car_localization {

namespace {

constexpr int kBitsBelowBound = 60;

/// g_b(v) = sum_i c_i 2 h_ib v / (h_ib + v) is at most sum_i |c_i| 2 v, and the shares of each level sum to 1.
double unit_of(const kernels::ChiSquareExpansion& expansion) {
  const double bound = 2.0 * static_cast<double>(kPyramidLevels) * expansion.sum_of_sizes();
  return bound > 0.0 ? std::ldexp(1.0, std::ilogb(bound) + 1 - kBitsBelowBound) : 1.0;
}

std::size_t most_of_a_word(const WordMap& words) {
  std::vector<std::size_t> counts(words.n_words);
  for (const std::uint16_t word : words.words) ++counts[word];
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

/// The columns first .. end - 1 of a range.
GridRange columns_of(GridRange range, std::size_t first, std::size_t end) {
  range.first_column = first;
  range.end_column = end;
  return range;
}

/// Whether `to` is `from` moved to the right, or grown or shrunk there, and they have columns in common.
bool lies_right_of(const GridRange& from, const GridRange& to) {
  return from.first_row == to.first_row && from.end_row == to.end_row &&
         from.first_column <= to.first_column && to.first_column < from.end_column &&
         from.end_column <= to.end_column;
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
    std::size_t points, const std::array<GridRange, kPyramidCells>& cells, std::size_t most) {
  const std::lock_guard<std::mutex> guard(mutex_);
  std::shared_ptr<const OfCells>& known = tables_[points];
  if (known != nullptr && suffice(*known, cells, most)) return known;
  auto longer = known == nullptr ? std::make_shared<OfCells>() : std::make_shared<OfCells>(*known);
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell) {
    const std::size_t occurrences = std::min(most, cells[cell].points());
    if ((*longer)[cell].size() < occurrences * n_words_) extend((*longer)[cell], cell, occurrences, points);
  }
  known = std::move(longer);
  return known;
}

bool ChiSquareTables::suffice(const OfCells& tables, const std::array<GridRange, kPyramidCells>& cells,
                              std::size_t most) const {
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell) {
    if (tables[cell].size() < std::min(most, cells[cell].points()) * n_words_) return false;
  }
  return true;
}

ChiSquareBoxScorer::ChiSquareBoxScorer(ChiSquareTables& tables, const WordMap& words)
    : tables_(tables), words_(words), most_(most_of_a_word(words)) {
  if (words.n_words != tables.n_words())
    throw std::invalid_argument("ChiSquareBoxScorer: a map of as many words as the bins expected");
}

ChiSquareBoxScorer::Window ChiSquareBoxScorer::empty_window() const {
  Window window;
  window.next.resize(kPyramidCells * words_.n_words);
  for (auto of_cell = window.next.begin(); of_cell != window.next.end(); of_cell += words_.n_words)
    std::iota(of_cell, of_cell + words_.n_words, std::uint32_t{0});
  return window;
}

void ChiSquareBoxScorer::move(Window& window, std::size_t cell, const GridRange& range,
                              const ChiSquareTables::Increments& increments) const {
  GridRange leaving = window.cells[cell], entering = range;
  if (leaving == range) return;
  if (lies_right_of(leaving, range)) {
    entering = columns_of(range, leaving.end_column, range.end_column);
    leaving = columns_of(leaving, leaving.first_column, range.first_column);
  }
  const auto n_words = static_cast<std::uint32_t>(words_.n_words);
  std::uint32_t* const next = window.next.data() + cell * n_words;
  ChiSquareTables::Units sum = window.sum;
  // First those that leave: increments are there for as many occurrences as the image or the cell has room for.
  for (std::size_t r = leaving.first_row; r < leaving.end_row; ++r) {
    const std::uint16_t* const row = words_.words.data() + r * words_.grid.columns;
    for (std::size_t c = leaving.first_column; c < leaving.end_column; ++c)
      sum -= increments[next[row[c]] -= n_words];
  }
  for (std::size_t r = entering.first_row; r < entering.end_row; ++r) {
    const std::uint16_t* const row = words_.words.data() + r * words_.grid.columns;
    for (std::size_t c = entering.first_column; c < entering.end_column; ++c) {
      std::uint32_t& place = next[row[c]];
      sum += increments[place];
      place += n_words;
    }
  }
  window.sum = sum;
  window.cells[cell] = range;
}

double ChiSquareBoxScorer::score(const PyramidEdges& columns, const PyramidEdges& rows) {
  const auto cells = pyramid_ranges(columns, rows);
  const std::size_t points = cells[0].points();
  if (points == 0) return 0.0;
  auto found = windows_.find(points);
  if (found == windows_.end()) found = windows_.emplace(points, empty_window()).first;
  Window& window = found->second;
  if (window.tables == nullptr || !tables_.suffice(*window.tables, cells, most_))
    window.tables = tables_.tables(points, cells, most_);
  for (std::size_t cell = 0; cell < kPyramidCells; ++cell)
    move(window, cell, cells[cell], (*window.tables)[cell]);
  return static_cast<double>(window.sum) * tables_.unit();
}

}  // namespace preimage::experiments::car_localization
