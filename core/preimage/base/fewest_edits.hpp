#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace preimage::base {

/// Levenshtein distance of sequences: the fewest insertions, deletions and substitutions of a symbol
/// that make b from a.
/// cost O(|a| |b|)
template <class Symbols>
std::size_t fewest_edits(const Symbols& a, const Symbols& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

}  // namespace preimage::base
