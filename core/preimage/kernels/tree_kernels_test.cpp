#include "preimage/kernels/tree_kernels.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/conformance.hpp"
#include "preimage/kernels/parsed_kernel.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "preimage/samples/testing_trees.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using kernels::SubsetTreeKernel;
using kernels::SubtreeKernel;
using kernels::Trees;
using samples::Tree;
using testing::is_close;

namespace {

/// Parts of trees by their texts: how many nodes have children there, and how often the part occurs.
using Parts = std::map<std::string, std::pair<int, int>>;
using PartsAt = std::multimap<std::string, int>;  // of one node

/// The node with all below it.
PartsAt whole_below(const Tree& tree, std::size_t node) {
  std::string text = "(" + tree.labels[node];
  int inner = tree.is_leaf(node) ? 0 : 1;
  for (const std::size_t child : tree.children[node]) {
    const auto below = *whole_below(tree, child).begin();
    text += " " + below.first;
    inner += below.second;
  }
  return {{text + ")", inner}};
}

/// The node with its children, each of them cut or with every fragment at it.
PartsAt fragments_at(const Tree& tree, std::size_t node) {
  if (tree.is_leaf(node)) return {};
  PartsAt begun = {{"(" + tree.labels[node], 1}};
  for (const std::size_t child : tree.children[node]) {
    PartsAt ways = fragments_at(tree, child);
    ways.emplace("(" + tree.labels[child] + ")", 0);
    PartsAt longer;
    for (const auto& [text, inner] : begun)
      for (const auto& [below, more] : ways) longer.emplace(text + " " + below, inner + more);
    begun = std::move(longer);
  }
  PartsAt closed;
  for (const auto& [text, inner] : begun) closed.emplace(text + ")", inner);
  return closed;
}

arma::mat by_enumeration(const Trees& a, const Trees& b, double decay,
                         const std::function<PartsAt(const Tree&, std::size_t)>& parts_at) {
  const auto all_parts = [&](const Tree& tree) {
    Parts parts;
    for (std::size_t node = 0; node < tree.size(); ++node)
      for (const auto& [text, inner] : parts_at(tree, node)) {
        parts[text].first = inner;
        ++parts[text].second;
      }
    return parts;
  };
  arma::mat values(a.size(), b.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Parts of_a = all_parts(a[i]);
    for (std::size_t j = 0; j < b.size(); ++j) {
      for (const auto& [text, other] : all_parts(b[j])) {
        const auto found = of_a.find(text);
        if (found != of_a.end())
          values(i, j) += std::pow(decay, other.first) * found->second.second * other.second;
      }
    }
  }
  return values;
}

Trees trees_of(const kernels::Strings& texts) {
  return kernels::parse_all(texts, samples::parse_tree);
}

template <class Kernel>
double value(const Kernel& kernel, const std::string& a, const std::string& b) {
  return arma::as_scalar(kernel.cross_gram(trees_of({a}), trees_of({b})));
}

template <class Kernel>
void check_against(const std::function<PartsAt(const Tree&, std::size_t)>& parts_at) {
  const Trees a = testing::random_trees(12, 9, 2, 1), b = testing::random_trees(9, 9, 2, 2);
  for (const double decay : {1.0, 0.5, 0.1}) {
    CAPTURE(decay);
    const Kernel kernel(decay);
    const arma::mat expected = by_enumeration(a, b, decay, parts_at);
    CHECK(arma::accu(expected > 0.0) > 0.25 * static_cast<double>(expected.n_elem));
    CHECK(is_close(kernel.cross_gram(a, b), expected, 1e-12 * expected.max()));
    const arma::mat gram = by_enumeration(a, a, decay, parts_at);
    CHECK(is_close(kernel.gram(a), gram, 1e-12 * gram.max()));
    CHECK(is_close(kernel.diagonal(a), arma::vec(gram.diag()), 1e-12 * gram.max()));
    if (decay == 1.0) CHECK(is_close(kernel.cross_gram(a, b), expected, 0.0));  // whole numbers
  }
}

}  // namespace

TEST_CASE("the subtree kernel counts all complete subtrees, as their enumeration does") {
  check_against<SubtreeKernel>(whole_below);
}

TEST_CASE("the subset-tree kernel counts all fragments, as their enumeration does") {
  check_against<SubsetTreeKernel>(fragments_at);
}

TEST_CASE("tree kernels have the values that are counted by hand") {
  // (D the), (N dog), and (NP D N) with none, either or both of them.
  const std::string np = "(NP (D the) (N dog))";
  CHECK(value(SubsetTreeKernel(1.0), np, np) == 6.0);
  CHECK(value(SubsetTreeKernel(0.5), np, np) == 0.5 + 0.5 + 0.5 * 1.5 * 1.5);
  // (D the) and the two fragments of NP that do not reach the noun.
  CHECK(value(SubsetTreeKernel(1.0), np, "(NP (D the) (N cat))") == 3.0);
  CHECK(value(SubsetTreeKernel(0.5), np, "(NP (D the) (N cat))") == 0.5 + 0.5 * 1.5);
  CHECK(value(SubsetTreeKernel(1.0), np, "(NP (N dog) (D the))") == 2.0);
  CHECK(value(SubsetTreeKernel(1.0), np, "(X (Y z))") == 0.0);
  CHECK(value(SubsetTreeKernel(1.0), "(the)", "(the)") == 0.0);
  // A label that is cut off and a leaf are one.
  CHECK(value(SubsetTreeKernel(1.0), np, "(NP D N)") == 1.0);
  // the, dog, (D the), (N dog) and the whole.
  CHECK(value(SubtreeKernel(1.0), np, np) == 5.0);
  CHECK(value(SubtreeKernel(0.5), np, np) == 1.0 + 1.0 + 0.5 + 0.5 + 0.125);
  CHECK(value(SubtreeKernel(1.0), np, "(NP (N dog) (D the))") == 4.0);
  CHECK(value(SubtreeKernel(1.0), "(a a a)", "(b a a a)") == 6.0);
  CHECK(value(SubtreeKernel(1.0), "(a)", "(b)") == 0.0);
}

TEST_CASE("tree kernels are positive semi-definite, symmetric and agree in blocks") {
  const Trees trees = testing::random_trees(60, 20, 3, 3);
  CHECK(kernels::kernel_violations(SubtreeKernel(0.7), trees).empty());
  CHECK(kernels::kernel_violations(SubsetTreeKernel(0.4), trees).empty());
  CHECK(kernels::kernel_violations(kernels::normalised(SubsetTreeKernel(0.4)), trees).empty());
}

TEST_CASE("a decay that is none, and values beyond a double, are refused") {
  for (const double decay : {0.0, -1.0, 1.5, arma::datum::nan}) {
    CHECK_THROWS_AS(SubtreeKernel{decay}, NumericalError);
    CHECK_THROWS_AS(SubsetTreeKernel{decay}, NumericalError);
  }
  std::string wide = "(a";
  for (int i = 0; i < 1100; ++i) wide += " (b c)";
  const Trees trees = trees_of({wide + ")"});
  CHECK(testing::thrown_message<NumericalError>([&] { SubsetTreeKernel(1.0).gram(trees); }) ==
        "subset-tree kernel: a value is beyond a double; choose a smaller decay");
  CHECK(SubsetTreeKernel(0.1).diagonal(trees).is_finite());
  CHECK(SubtreeKernel(1.0).diagonal(trees)(0) == 2.0 * 1100.0 * 1100.0 + 1.0);
}

TEST_CASE("a kernel on trees is one on their texts, and names the first text that is none") {
  const kernels::ParsedKernel<Tree> kernel(kernels::share(SubsetTreeKernel(0.5)), samples::parse_tree);
  const kernels::Strings a = {"(S (A b) c)", "(S b)"}, b = {"( S (A (b)) c )", "(A b)"};
  CHECK(is_close(kernel.cross_gram(a, b), SubsetTreeKernel(0.5).cross_gram(trees_of(a), trees_of(b)), 0.0));
  CHECK(kernel.cross_gram(a, b)(0, 0) == kernel.diagonal(a)(0));
  CHECK(kernel.description() == "subset_tree(decay = 0.5)");
  CHECK(kernel.maps_several_to_zero());
  CHECK(testing::thrown_message<std::invalid_argument>([&] {
          kernel.diagonal({"(S a)", "(S (a)"});
        }) == "'(S (a)': position 1: '(' is never closed");
}
