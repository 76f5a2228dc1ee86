#include "preimage/sequences/de_bruijn_graph.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"

namespace preimage::sequences {

namespace {

/// Sorted, checked, without the n-grams that do not occur.
NgramCounts occurring(NgramCounts counts, std::size_t n) {
  for (const auto& [ngram, count] : counts) {
    if (ngram.size() != n) {
      throw NumericalError(
          fmt::format("n-gram {} has {} symbols, expected {}", base::excerpt(ngram), ngram.size(), n));
    }
    // Written so that NaN fails too.
    if (!(count >= 0.0 && count <= double{DeBruijnGraph::kMaxSymbols}) || count != std::floor(count)) {
      throw NumericalError(fmt::format("count of n-gram {} is {}, expected a whole number from 0 to {}",
                                       base::excerpt(ngram), count, DeBruijnGraph::kMaxSymbols));
    }
  }
  std::sort(counts.begin(), counts.end(),
            [](const NgramCount& a, const NgramCount& b) { return a.ngram < b.ngram; });
  const auto twice =
      std::adjacent_find(counts.begin(), counts.end(),
                         [](const NgramCount& a, const NgramCount& b) { return a.ngram == b.ngram; });
  if (twice != counts.end()) {
    throw NumericalError(fmt::format("n-gram {} is given twice", base::excerpt(twice->ngram)));
  }
  std::erase_if(counts, [](const NgramCount& entry) { return entry.count == 0.0; });
  return counts;
}

void require_vertex(const std::string& vertex, std::size_t n, const char* what) {
  if (vertex.size() == n - 1) return;
  throw NumericalError(fmt::format("{} vertex {} has {} symbols, expected {} for n-grams of {}", what,
                                   base::excerpt(vertex), vertex.size(), n - 1, n));
}

}  // namespace

DeBruijnGraph::DeBruijnGraph(NgramCounts counts, std::size_t n, const std::string& start,
                             const std::string& stop) {
  if (n < 2) throw NumericalError(fmt::format("De Bruijn graph of {}-grams, expected at least 2-grams", n));
  require_vertex(start, n, "start");
  require_vertex(stop, n, "stop");
  counts = occurring(std::move(counts), n);
  std::vector<std::string_view> vertices = {start, stop};
  for (const auto& [ngram, count] : counts) {
    vertices.push_back(std::string_view(ngram).substr(0, n - 1));
    vertices.push_back(std::string_view(ngram).substr(1));
  }
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  const auto number = [&](std::string_view vertex) -> std::size_t {
    return static_cast<std::size_t>(std::lower_bound(vertices.begin(), vertices.end(), vertex) -
                                    vertices.begin());
  };
  start_ = number(start);
  stop_ = number(stop);
  first_edge_.assign(vertices.size() + 1, 0);
  for (const auto& [ngram, count] : counts) {
    const std::string_view u = ngram;
    edges_.push_back(
        {number(u.substr(0, n - 1)), number(u.substr(1)), static_cast<std::size_t>(count), ngram.back()});
    ++first_edge_[edges_.back().from + 1];
    n_symbols_ += edges_.back().count;
    if (n_symbols_ > kMaxSymbols) {
      throw NumericalError(fmt::format("the n-gram counts sum to more than {}", kMaxSymbols));
    }
  }
  for (std::size_t v = 0; v < vertices.size(); ++v) first_edge_[v + 1] += first_edge_[v];
}

}  // namespace preimage::sequences
