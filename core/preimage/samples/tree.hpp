// Rooted, ordered trees with labels, and their texts in brackets: (S (NP (D the) (N dog)) (VP barks)).
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::samples {

/// A tree of n >= 1 nodes, in postorder: children, from left to right, before their parent, which a child's number
/// is below. The last node is the root.
struct Tree {
  std::vector<std::string> labels;                 // n
  std::vector<std::vector<std::size_t>> children;  // n, numbers of nodes

  std::size_t size() const { return labels.size(); }
  bool is_leaf(std::size_t node) const { return children[node].empty(); }
  auto operator<=>(const Tree&) const = default;
};

/// The tree of a text: a bracket, the root's label, its children, and a bracket. A child is such a text, or, where
/// it is a leaf, its label alone; (NP (dog)) and (NP dog) are one tree. A label is all up to the next blank or
/// bracket, or any text but the empty one in double quotes, with \" and \\ for these two: (N "a (b)"). Blanks
/// (space, tab, line end) set labels apart and mean nothing else.
/// throws  std::invalid_argument "position 7: '(' is never closed" for any other text; positions count bytes from 1
/// cost    O(bytes), however deep the tree
Tree parse_tree(std::string_view text);

/// The shortest text of a tree, the same for equal trees: parse_tree of it is the tree.
std::string text_of(const Tree& tree);

}  // namespace preimage::samples
