// Kernels on trees that count common subtrees. Trees in brackets (samples::parse_tree) have them by ParsedKernel.
#pragma once

#include <vector>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"
#include "preimage/samples/tree.hpp"

namespace preimage::kernels {

using Trees = std::vector<samples::Tree>;

/// The subtree kernel, the inner product of the weighted counts of all complete subtrees: a node with all that is
/// below it,
///   k(T, T') = sum_s lambda^|s| #_s(T) #_s(T'),
/// |s| the inner nodes of s, so that a leaf has weight 1.        [Vishwanathan and Smola, NIPS 2002 (2003)]
/// cost  O(|T| log N) for each tree, N nodes of all, then O(|T| + |T'|) for each pair
class SubtreeKernel final : public Kernel<Trees> {
 public:
  /// throws  NumericalError unless 0 < decay <= 1
  explicit SubtreeKernel(double decay);

  std::string description() const override { return fmt::format("subtree(decay = {})", decay_); }
  arma::mat cross_gram(const Trees& a, const Trees& b) const override;
  arma::mat gram(const Trees& a) const override;
  arma::vec diagonal(const Trees& a) const override;

 private:
  double decay_;
};

/// The subset-tree kernel, the same of all fragments: a node with its children, and any of these, if it is no leaf,
/// with its own children, and so on; so a fragment has all children of a node or none, and at least one node has
/// them,
///   k(T, T') = sum_f lambda^|f| #_f(T) #_f(T') = sum_{n in T, n' in T'} C(n, n'),
/// |f| the nodes of f that have children there, and C(n, n') = 0 where the labels of n and of its children differ
/// from those of n', or n has no children, else
///   C(n, n') = lambda prod_j (1 + C(j-th child of n, j-th child of n')).     [Collins and Duffy, NIPS 2001, sec. 3]
/// A leaf and a node whose children are cut off are one where their labels are. k(T, T) grows with the number of
/// fragments, which is exponential in |T|: normalise it (NormalisedKernel), or choose a small lambda.
/// cost    of a pair: O(|T| log |T'| + pairs of nodes with equal labels of node and children), this number of doubles
/// throws  NumericalError for values beyond a double
class SubsetTreeKernel final : public Kernel<Trees> {
 public:
  /// throws  NumericalError unless 0 < decay <= 1
  explicit SubsetTreeKernel(double decay);

  std::string description() const override { return fmt::format("subset_tree(decay = {})", decay_); }
  arma::mat cross_gram(const Trees& a, const Trees& b) const override;
  arma::mat gram(const Trees& a) const override;
  arma::vec diagonal(const Trees& a) const override;
  /// All trees of one node.
  bool maps_several_to_zero() const override { return true; }

 private:
  double decay_;
};

}  // namespace preimage::kernels
