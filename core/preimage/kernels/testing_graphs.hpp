// Graphs of tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/samples/graph.hpp"

namespace preimage::testing {

/// Each has 1 to `most` nodes of three labels, any edge with probability 1/3 and of two labels, and may have
/// loops.
inline std::vector<samples::Graph> random_graphs(std::size_t count, std::size_t most, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<samples::Graph> graphs(count);
  for (samples::Graph& graph : graphs) {
    const std::size_t n = 1 + random.below(most);
    for (std::size_t v = 0; v < n; ++v) graph.nodes.emplace_back(1, "abc"[random.below(3)]);
    for (std::size_t u = 0; u < n; ++u)
      for (std::size_t v = u; v < n; ++v)
        if (random.below(u == v ? 9 : 3) == 0) graph.edges.push_back({u, v, random.below(2) == 0 ? "" : "x"});
  }
  return graphs;
}

/// The same graph, its nodes and edges in another order.
inline samples::Graph shuffled(const samples::Graph& graph, std::uint64_t seed) {
  base::Random random(seed);
  const std::vector<std::size_t> to = random.permutation(graph.nodes.size());
  samples::Graph other;
  other.nodes.resize(to.size());
  for (std::size_t v = 0; v < to.size(); ++v) other.nodes[to[v]] = graph.nodes[v];
  for (const std::size_t e : random.permutation(graph.edges.size()))
    other.edges.push_back({to[graph.edges[e].to], to[graph.edges[e].from], graph.edges[e].label});
  return other;
}

}  // namespace preimage::testing
