// Random trees, as texts in brackets; of trees, kernels and losses.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/samples/tree.hpp"

namespace preimage::testing {

/// n nodes with labels a, b, ..., each but the root below a random one before it.
inline std::string random_tree_text(std::size_t n, std::size_t labels, base::Random& random) {
  std::vector<std::string> texts(n);
  std::vector<std::size_t> parents(n);
  for (std::size_t node = 0; node < n; ++node) {
    texts[node] = std::string("(") + static_cast<char>('a' + random.below(labels));
    if (node > 0) parents[node] = random.below(node);
  }
  for (std::size_t node = n - 1; node > 0; --node) texts[parents[node]] += " " + texts[node] + ")";
  return texts[0] + ")";
}

inline std::vector<samples::Tree> random_trees(std::size_t n, std::size_t most_nodes, std::size_t labels,
                                               std::uint64_t seed) {
  base::Random random(seed);
  std::vector<samples::Tree> trees;
  for (std::size_t i = 0; i < n; ++i)
    trees.push_back(samples::parse_tree(random_tree_text(1 + random.below(most_nodes), labels, random)));
  return trees;
}

}  // namespace preimage::testing
