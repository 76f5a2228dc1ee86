#include "preimage/losses/tree_losses.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "preimage/kernels/parsed_kernel.hpp"
#include "preimage/losses/losses.hpp"

namespace preimage::losses {

namespace {

using kernels::Strings;
using samples::Tree;

/// Of each node the leaf that is farthest to the left below it.
std::vector<std::size_t> leftmost_leaves(const Tree& tree) {
  std::vector<std::size_t> leaves;
  for (std::size_t node = 0; node < tree.size(); ++node)
    leaves.push_back(tree.is_leaf(node) ? node : leaves[tree.children[node].front()]);
  return leaves;
}

/// Of each leaf the highest node of which it is the leftmost leaf, in postorder.
std::vector<std::size_t> key_roots(const std::vector<std::size_t>& leaves) {
  std::vector<std::size_t> highest(leaves.size()), roots;
  for (std::size_t node = 0; node < leaves.size(); ++node) highest[leaves[node]] = node;
  for (std::size_t node = 0; node < leaves.size(); ++node)
    if (highest[leaves[node]] == node) roots.push_back(node);
  return roots;
}

using Bracket = std::tuple<std::string, std::size_t, std::size_t>;  // label, first word, word behind the last

std::vector<Bracket> brackets_of(const Tree& tree) {
  std::vector<Bracket> brackets;
  std::vector<std::size_t> first_words;
  std::size_t words = 0;
  for (std::size_t node = 0; node < tree.size(); ++node) {
    const std::vector<std::size_t>& children = tree.children[node];
    first_words.push_back(children.empty() ? words++ : first_words[children.front()]);
    const bool is_part_of_speech = children.size() == 1 && tree.is_leaf(children.front());
    if (!children.empty() && !is_part_of_speech)
      brackets.emplace_back(tree.labels[node], first_words[node], words);
  }
  std::sort(brackets.begin(), brackets.end());
  return brackets;
}

template <class Value>
Loss<Strings> loss_of_trees(const std::string& name, const Value& value) {
  const auto trees_of = [](const Strings& texts) { return kernels::parse_all(texts, samples::parse_tree); };
  const Loss<Strings> loss{name, false, [=](const Strings& truth, const Strings& predicted) {
                             require_as_many(name, truth.size(), predicted.size());
                             const std::vector<Tree> a = trees_of(truth), b = trees_of(predicted);
                             arma::vec values(a.size());
                             for (std::size_t i = 0; i < a.size(); ++i) values(i) = value(a[i], b[i]);
                             return values;
                           }};
  Loss<Strings> checked = loss;
  checked.of_data = [=](const Strings& all) {
    trees_of(all);
    return loss;
  };
  return checked;
}

}  // namespace

std::size_t fewest_tree_edits(const Tree& a, const Tree& b) {
  const std::vector<std::size_t> a_leaves = leftmost_leaves(a), b_leaves = leftmost_leaves(b);
  arma::umat of_trees(a.size(), b.size());  // below each pair of nodes
  arma::umat of_forests(a.size() + 1, b.size() + 1,
                        arma::fill::zeros);  // of the first i and j nodes of a pair
  for (const std::size_t a_root : key_roots(a_leaves)) {
    for (const std::size_t b_root : key_roots(b_leaves)) {
      const std::size_t a_first = a_leaves[a_root], b_first = b_leaves[b_root];
      const std::size_t rows = a_root - a_first + 1, columns = b_root - b_first + 1;
      for (std::size_t i = 1; i <= rows; ++i) of_forests(i, 0) = i;
      for (std::size_t j = 1; j <= columns; ++j) of_forests(0, j) = j;
      for (std::size_t i = 1; i <= rows; ++i) {
        for (std::size_t j = 1; j <= columns; ++j) {
          const std::size_t x = a_first + i - 1, y = b_first + j - 1;
          const bool are_trees = a_leaves[x] == a_first && b_leaves[y] == b_first;
          const arma::uword kept =
              are_trees ? of_forests(i - 1, j - 1) + (a.labels[x] == b.labels[y] ? 0 : 1)
                        : of_forests(a_leaves[x] - a_first, b_leaves[y] - b_first) + of_trees(x, y);
          of_forests(i, j) = std::min({of_forests(i - 1, j) + 1, of_forests(i, j - 1) + 1, kept});
          if (are_trees) of_trees(x, y) = of_forests(i, j);
        }
      }
    }
  }
  return of_trees(a.size() - 1, b.size() - 1);
}

double bracket_f1(const Tree& a, const Tree& b) {
  const std::vector<Bracket> of_a = brackets_of(a), of_b = brackets_of(b);
  if (of_a.empty() && of_b.empty()) return 1.0;
  std::vector<Bracket> common;
  std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(common));
  return 2.0 * static_cast<double>(common.size()) / static_cast<double>(of_a.size() + of_b.size());
}

Loss<Strings> tree_error_loss() {
  return loss_of_trees("tree_error", [](const Tree& a, const Tree& b) { return a == b ? 0.0 : 1.0; });
}

Loss<Strings> tree_edit_distance_loss() {
  return loss_of_trees("tree_edit_distance", [](const Tree& a, const Tree& b) {
    return static_cast<double>(fewest_tree_edits(a, b));
  });
}

Loss<Strings> bracket_error_loss() {
  return loss_of_trees("bracket_error", [](const Tree& a, const Tree& b) { return 1.0 - bracket_f1(a, b); });
}

}  // namespace preimage::losses
