#include "preimage/losses/tree_losses.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/samples/testing_trees.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using kernels::Strings;
using losses::fewest_tree_edits;
using samples::parse_tree;
using samples::Tree;

namespace {

/// Of each node whether another is above it.
std::vector<std::vector<bool>> ancestors(const Tree& tree) {
  std::vector<std::vector<bool>> above(tree.size(), std::vector<bool>(tree.size()));
  for (std::size_t node = 0; node < tree.size(); ++node) {
    const std::function<void(std::size_t)> mark = [&](std::size_t top) {
      for (const std::size_t child : tree.children[top]) {
        above[child][node] = true;
        mark(child);
      }
    };
    mark(node);
  }
  return above;
}

/// The cheapest of all mappings between nodes that keep who is above and who is left of whom: each mapped pair costs 1
/// where the labels differ, each other node 1.                                   [Tai, Journal of the ACM 26, 1979]
std::size_t edits_by_mappings(const Tree& a, const Tree& b) {
  const auto above_a = ancestors(a), above_b = ancestors(b);
  std::vector<std::pair<std::size_t, std::size_t>> mapped;
  std::size_t fewest = a.size() + b.size();
  const std::function<void(std::size_t)> map_from = [&](std::size_t node) {
    if (node == a.size()) {
      std::size_t cost = a.size() + b.size() - 2 * mapped.size();
      for (const auto& [x, y] : mapped) cost += a.labels[x] == b.labels[y] ? 0 : 1;
      fewest = std::min(fewest, cost);
      return;
    }
    map_from(node + 1);
    for (std::size_t other = 0; other < b.size(); ++other) {
      const bool fits = std::all_of(mapped.begin(), mapped.end(), [&](const auto& pair) {
        const auto& [x, y] = pair;  // x is below the node, or left of it
        return y < other && above_a[x][node] == above_b[y][other];
      });
      if (!fits) continue;
      mapped.emplace_back(node, other);
      map_from(node + 1);
      mapped.pop_back();
    }
  };
  map_from(0);
  return fewest;
}

std::size_t edits(const std::string& a, const std::string& b) {
  return fewest_tree_edits(parse_tree(a), parse_tree(b));
}

double f1(const std::string& a, const std::string& b) {
  const double value = losses::bracket_f1(parse_tree(a), parse_tree(b));
  CHECK(value == losses::bracket_f1(parse_tree(b), parse_tree(a)));
  return value;
}

}  // namespace

TEST_CASE("the tree edit distance is that of the cheapest mapping, on all pairs of small trees") {
  const std::vector<Tree> trees = testing::random_trees(40, 6, 2, 5);
  for (const Tree& a : trees)
    for (const Tree& b : trees) CHECK(fewest_tree_edits(a, b) == edits_by_mappings(a, b));
}

TEST_CASE("the tree edit distance keeps the axioms of a metric") {
  const std::vector<Tree> trees = testing::random_trees(15, 25, 3, 6);
  for (const Tree& a : trees) {
    CHECK(fewest_tree_edits(a, a) == 0);
    for (const Tree& b : trees) {
      CHECK(fewest_tree_edits(a, b) == fewest_tree_edits(b, a));
      CHECK((fewest_tree_edits(a, b) == 0) == (a == b));
      for (const Tree& c : trees)
        CHECK(fewest_tree_edits(a, c) <= fewest_tree_edits(a, b) + fewest_tree_edits(b, c));
    }
  }
}

TEST_CASE("tree edits that are counted by hand") {
  // Zhang and Shasha 1989, figure 4: c moves from above b to above d.
  CHECK(edits("(f (d a (c b)) e)", "(f (c (d a b)) e)") == 2);
  CHECK(edits("(a)", "(a)") == 0);
  CHECK(edits("(a)", "(b)") == 1);
  CHECK(edits("(a (b c d) e)", "(a c d e)") == 1);
  CHECK(edits("(a b c)", "(a c b)") == 2);
  CHECK(edits("(a (b (c (d))))", "(d)") == 3);
  CHECK(edits("(S (NP D N) (VP V))", "(S (NP D N) (VP V (NP D N)))") == 3);
}

TEST_CASE("F1 of brackets as PARSEVAL counts them, by hand") {
  const std::string tree = "(S (NP (D the) (N dog)) (VP (V sees) (NP (D a) (N cat))))";
  CHECK(f1(tree, tree) == 1.0);
  CHECK(f1(tree, "(S (NP (X a) (Y b)) (VP (Z c) (NP (X d) (Y e))))") == 1.0);  // words and their classes
  // S 0-5, NP 0-2, VP 2-5, NP 3-5 and S 0-5, NP 0-2, VP 2-5: three in common.
  CHECK(f1(tree, "(S (NP (D the) (N dog)) (VP (V sees) (D a) (N cat)))") == doctest::Approx(6.0 / 7.0));
  CHECK(f1(tree, "(S (XP (D the) (N dog)) (VP (V sees) (NP (D a) (N cat))))") == doctest::Approx(0.75));
  CHECK(f1(tree, "(S (NP (D the) (N dog)) (VP (V sees)))") == doctest::Approx(2.0 / 7.0));  // NP 0-2 alone
  // The same bracket twice counts twice.
  CHECK(f1("(A (A b c))", "(A b c)") == doctest::Approx(2.0 / 3.0));
  CHECK(f1("(N dog)", "(N cat)") == 1.0);
  CHECK(f1("(N dog)", "(A b c)") == 0.0);
}

TEST_CASE("losses of trees are of their texts, of which the first that is none is named") {
  const Strings truth = {"(a b)", "(a (b c d))", "(a)"}, predicted = {"( a  (b) )", "(a c d)", "(b)"};
  CHECK(testing::is_close(losses::tree_error_loss()(truth, predicted).value(), arma::vec{0, 1, 1}, 0.0));
  CHECK(testing::is_close(losses::tree_edit_distance_loss()(truth, predicted).value(), arma::vec{0, 1, 1},
                          0.0));
  CHECK(testing::is_close(losses::bracket_error_loss()(truth, predicted).value(),
                          arma::vec{0.0, 1.0 - 2.0 / 3.0, 0.0}, 1e-15));
  for (const losses::Loss<Strings>& loss :
       {losses::tree_error_loss(), losses::tree_edit_distance_loss(), losses::bracket_error_loss()}) {
    CAPTURE(loss.name);
    CHECK_THROWS_AS(loss({"(a)"}, {}), NumericalError);
    CHECK_NOTHROW(losses::loss_for(loss, truth));
    const std::string refused = "'(a': position 1: '(' is never closed";
    CHECK(testing::thrown_message<std::invalid_argument>([&] {
            losses::loss_for(loss, {"(a)", "(a"});
          }) == refused);
    CHECK(testing::thrown_message<std::invalid_argument>([&] { loss({"(a)"}, {"(a"}); }) == refused);
  }
}
