// The De Bruijn graph of n-gram counts: finding a string with given counts is finding a path that uses every
// edge once.                                                 [Cortes, Mohri and Weston 2005, sec. 4.2 to 4.6]
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "preimage/samples/ngrams.hpp"

namespace preimage::sequences {

using samples::NgramCount, samples::NgramCounts;

/// G_{y,n} of sec. 4.4: a vertex for each (n-1)-gram, an edge from a_1...a_{n-1} to a_2...a_n for each n-gram
/// a_1...a_n with a count above 0, which stands for that many edges of H_{y,n}.
class DeBruijnGraph {
 public:
  /// Most edges of H_{y,n}, that is symbols of a decoded string.
  static constexpr std::size_t kMaxSymbols = 10'000'000;

  /// H_{y,n} has `count` such edges; on their way they append `symbol`, the last one of the n-gram.
  struct Edge {
    std::size_t from = 0, to = 0, count = 0;
    char symbol = 0;
  };

  /// counts       in any order, each n-gram at most once
  /// start, stop  (n-1)-grams where a string begins and ends: of with_boundary(), n-1 boundary symbols both;
  ///              they are vertices even where no n-gram touches them
  /// throws NumericalError: n below 2, an n-gram, start or stop of another length, an n-gram twice, a count
  ///        that is negative, not whole, not finite or huge (kMaxSymbols, also in sum)
  /// cost   O(g n log g) for g n-grams
  DeBruijnGraph(NgramCounts counts, std::size_t n, const std::string& start, const std::string& stop);

  /// In byte order of their n-grams: those that leave one vertex are neighbours, lowest symbol first.
  const std::vector<Edge>& edges() const { return edges_; }
  /// Edges first_edge(v) up to first_edge(v + 1), without that one, leave vertex v.
  std::size_t first_edge(std::size_t vertex) const { return first_edge_[vertex]; }
  /// Vertices are numbered in byte order of their (n-1)-grams.
  std::size_t n_vertices() const { return first_edge_.size() - 1; }
  std::size_t start() const { return start_; }
  std::size_t stop() const { return stop_; }
  /// sum_u y_u, the number of edges of H_{y,n}.
  std::size_t n_symbols() const { return n_symbols_; }

 private:
  std::vector<Edge> edges_;
  std::vector<std::size_t> first_edge_;  // one more than there are vertices
  std::size_t start_ = 0, stop_ = 0, n_symbols_ = 0;
};

}  // namespace preimage::sequences
