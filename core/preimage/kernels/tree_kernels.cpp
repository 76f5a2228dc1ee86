#include "preimage/kernels/tree_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::kernels {

namespace {

using samples::Tree;

double required_decay(const char* kernel, double decay) {
  if (!(decay > 0.0 && decay <= 1.0))
    throw NumericalError(
        fmt::format("{} kernel: decay is {}, expected a number > 0 and <= 1", kernel, decay));
  return decay;
}

/// Numbers values 0, 1, ... in the order in which they are met.
template <class Value>
class Numbers {
 public:
  std::size_t of(const Value& value) { return numbers_.try_emplace(value, numbers_.size()).first->second; }

 private:
  std::map<Value, std::size_t> numbers_;
};

/// value(form, form') of each pair.
template <class Form, class Value>
arma::mat values_of_pairs(const std::vector<Form>& a, const std::vector<Form>& b, const Value& value) {
  arma::mat values(a.size(), b.size());
  for (std::size_t j = 0; j < b.size(); ++j)
    for (std::size_t i = 0; i < a.size(); ++i) values(i, j) = value(a[i], b[j]);
  return values;
}
template <class Form, class Value>
arma::mat values_of_pairs(const std::vector<Form>& a, const Value& value) {
  arma::mat values(a.size(), a.size());
  for (std::size_t j = 0; j < a.size(); ++j)
    for (std::size_t i = 0; i <= j; ++i) values(i, j) = value(a[i], a[j]);
  linalg::mirror_upper(values);
  return values;
}
template <class Form, class Value>
arma::vec values_of_each(const std::vector<Form>& a, const Value& value) {
  arma::vec values(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) values(i) = value(a[i], a[i]);
  return values;
}

// Complete subtrees.

struct CountedSubtree {
  std::size_t number;
  double weight, times;
};
using SubtreeCounts = std::vector<CountedSubtree>;  // by their numbers

class SubtreeCounter {
 public:
  explicit SubtreeCounter(double decay) : decay_(decay) {}

  std::vector<SubtreeCounts> count(const Trees& trees) {
    std::vector<SubtreeCounts> counts;
    for (const Tree& tree : trees) counts.push_back(count(tree));
    return counts;
  }

 private:
  SubtreeCounts count(const Tree& tree) {
    std::map<std::size_t, CountedSubtree> counts;
    std::vector<std::size_t> numbers, inner_nodes;  // of each subtree, by its root
    for (std::size_t node = 0; node < tree.size(); ++node) {
      std::vector<std::size_t> subtree = {labels_.of(tree.labels[node])};
      inner_nodes.push_back(tree.is_leaf(node) ? 0 : 1);
      for (const std::size_t child : tree.children[node]) {
        subtree.push_back(numbers[child]);
        inner_nodes.back() += inner_nodes[child];
      }
      numbers.push_back(subtrees_.of(subtree));
      const double weight = std::pow(decay_, static_cast<double>(inner_nodes.back()));
      counts.try_emplace(numbers.back(), CountedSubtree{numbers.back(), weight, 0.0}).first->second.times +=
          1.0;
    }
    SubtreeCounts sorted;
    for (const auto& entry : counts) sorted.push_back(entry.second);
    return sorted;
  }

  double decay_;
  Numbers<std::string> labels_;
  Numbers<std::vector<std::size_t>>
      subtrees_;  // by the root's label and the numbers of the subtrees below it
};

double common_subtrees(const SubtreeCounts& a, const SubtreeCounts& b) {
  double sum = 0.0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].number == b[j].number) {
      sum += a[i].weight * (a[i].times * b[j].times);
      ++i, ++j;
    } else {
      ++(a[i].number < b[j].number ? i : j);
    }
  }
  return sum;
}

// Fragments.

constexpr std::size_t kLeaf = std::numeric_limits<std::size_t>::max();

struct InnerNode {
  std::size_t production;             // the number of the labels of the node and of its children
  std::vector<std::size_t> children;  // by their places among the inner nodes, or kLeaf
};

/// The inner nodes of a tree.
struct InnerNodes {
  std::vector<InnerNode> nodes;        // in postorder
  std::vector<std::size_t> order;      // their places, by production
  std::vector<std::size_t> positions;  // of each node in that order
};

class ProductionCounter {
 public:
  std::vector<InnerNodes> read(const Trees& trees) {
    std::vector<InnerNodes> all;
    for (const Tree& tree : trees) all.push_back(read(tree));
    return all;
  }

 private:
  InnerNodes read(const Tree& tree) {
    InnerNodes inner;
    std::vector<std::size_t> labels, places;  // of each node
    for (std::size_t node = 0; node < tree.size(); ++node) {
      labels.push_back(labels_.of(tree.labels[node]));
      places.push_back(tree.is_leaf(node) ? kLeaf : inner.nodes.size());
      if (tree.is_leaf(node)) continue;
      std::vector<std::size_t> production = {labels[node]}, children;
      for (const std::size_t child : tree.children[node]) {
        production.push_back(labels[child]);
        children.push_back(places[child]);
      }
      inner.nodes.push_back({productions_.of(production), std::move(children)});
      inner.order.push_back(inner.order.size());
    }
    std::sort(inner.order.begin(), inner.order.end(), [&](std::size_t i, std::size_t j) {
      return std::pair(inner.nodes[i].production, i) < std::pair(inner.nodes[j].production, j);
    });
    inner.positions.resize(inner.order.size());
    for (std::size_t p = 0; p < inner.order.size(); ++p) inner.positions[inner.order[p]] = p;
    return inner;
  }

  Numbers<std::string> labels_;
  Numbers<std::vector<std::size_t>> productions_;
};

double common_fragments(const InnerNodes& a, const InnerNodes& b, double decay) {
  std::vector<double> c;  // C of pairs with equal productions, in the order of a, then of b.order
  std::vector<std::size_t> begin,
      from;  // of each node of a: where its C begin, and their first node in b.order
  double sum = 0.0;
  for (const InnerNode& node : a.nodes) {
    const auto first = std::partition_point(b.order.begin(), b.order.end(), [&](std::size_t j) {
      return b.nodes[j].production < node.production;
    });
    begin.push_back(c.size());
    from.push_back(static_cast<std::size_t>(first - b.order.begin()));
    for (auto j = first; j != b.order.end() && b.nodes[*j].production == node.production; ++j) {
      double fragments = decay;
      for (std::size_t k = 0; k < node.children.size(); ++k) {
        const std::size_t child = node.children[k], other = b.nodes[*j].children[k];
        if (child == kLeaf || other == kLeaf || a.nodes[child].production != b.nodes[other].production)
          continue;
        fragments *= 1.0 + c[begin[child] + b.positions[other] - from[child]];
      }
      c.push_back(fragments);
      sum += fragments;
    }
  }
  if (!std::isfinite(sum))
    throw NumericalError("subset-tree kernel: a value is beyond a double; choose a smaller decay");
  return sum;
}

auto fragments_by(double decay) {
  return [decay](const InnerNodes& a, const InnerNodes& b) { return common_fragments(a, b, decay); };
}

}  // namespace

SubtreeKernel::SubtreeKernel(double decay) : decay_(required_decay("subtree", decay)) {}

arma::mat SubtreeKernel::cross_gram(const Trees& a, const Trees& b) const {
  SubtreeCounter counter(decay_);
  const std::vector<SubtreeCounts> of_a = counter.count(a);
  return values_of_pairs(of_a, counter.count(b), common_subtrees);
}

arma::mat SubtreeKernel::gram(const Trees& a) const {
  return values_of_pairs(SubtreeCounter(decay_).count(a), common_subtrees);
}

arma::vec SubtreeKernel::diagonal(const Trees& a) const {
  return values_of_each(SubtreeCounter(decay_).count(a), common_subtrees);
}

SubsetTreeKernel::SubsetTreeKernel(double decay) : decay_(required_decay("subset-tree", decay)) {}

arma::mat SubsetTreeKernel::cross_gram(const Trees& a, const Trees& b) const {
  ProductionCounter counter;
  const std::vector<InnerNodes> of_a = counter.read(a);
  return values_of_pairs(of_a, counter.read(b), fragments_by(decay_));
}

arma::mat SubsetTreeKernel::gram(const Trees& a) const {
  return values_of_pairs(ProductionCounter().read(a), fragments_by(decay_));
}

arma::vec SubsetTreeKernel::diagonal(const Trees& a) const {
  return values_of_each(ProductionCounter().read(a), fragments_by(decay_));
}

}  // namespace preimage::kernels
