// Strings, graphs and slow definitions that the tests of the string decoders share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/sequences/de_bruijn_graph.hpp"

namespace preimage::testing {

using samples::count_ngrams, sequences::DeBruijnGraph, samples::NgramCount, samples::NgramCounts;

inline std::string random_string(std::size_t length, const std::string& alphabet, base::Random& random) {
  std::string string;
  for (std::size_t i = 0; i < length; ++i) string += alphabet[random.below(alphabet.size())];
  return string;
}

/// The graph of a string that begins with its first n-1 symbols and ends with its last.
inline DeBruijnGraph graph_of(const std::string& x, std::size_t n) {
  return DeBruijnGraph(count_ngrams(x, n), n, x.substr(0, n - 1), x.substr(x.size() - (n - 1)));
}

inline bool same_counts(const std::string& x, const std::string& y, std::size_t n) {
  const NgramCounts a = count_ngrams(x, n), b = count_ngrams(y, n);
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const NgramCount& s, const NgramCount& t) {
    return s.ngram == t.ngram && s.count == t.count;
  });
}

/// All strings of `length` symbols.
inline std::vector<std::string> all_strings(std::size_t length, const std::string& alphabet) {
  std::vector<std::string> strings = {""};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<std::string> longer;
    for (const std::string& string : strings) {
      for (char symbol : alphabet) longer.push_back(string + symbol);
    }
    strings = std::move(longer);
  }
  return strings;
}

/// Edges of H_{y,n} one by one, in byte order.
inline std::vector<DeBruijnGraph::Edge> single_edges(const DeBruijnGraph& graph) {
  std::vector<DeBruijnGraph::Edge> edges;
  for (const DeBruijnGraph::Edge& edge : graph.edges()) edges.insert(edges.end(), edge.count, edge);
  return edges;
}

/// Up to 6 random edges, most such graphs being neither Eulerian nor connected.
inline DeBruijnGraph random_graph(std::size_t n, const std::string& alphabet, base::Random& random) {
  std::map<std::string, double> counts;
  const std::size_t n_edges = random.below(7);
  for (std::size_t i = 0; i < n_edges; ++i) counts[random_string(n, alphabet, random)] += 1.0;
  NgramCounts list;
  for (const auto& [ngram, count] : counts) list.push_back({ngram, count});
  const std::string start = random_string(n - 1, alphabet, random);
  return DeBruijnGraph(list, n, start, random_string(n - 1, alphabet, random));
}

/// Bigrams over {a, b, c} in the order of Figure 3: aa, ab, ac, ba, bb, bc, ca, cb, cc; from a to a.
inline DeBruijnGraph figure(const std::vector<double>& y) {
  NgramCounts counts;
  const std::vector<std::string> bigrams = all_strings(2, "abc");
  for (std::size_t i = 0; i < bigrams.size(); ++i) counts.push_back({bigrams[i], y[i]});
  return DeBruijnGraph(counts, 2, "a", "a");
}

}  // namespace preimage::testing
