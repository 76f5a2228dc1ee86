// Losses of strings that are trees in brackets (samples::parse_tree).
#pragma once

#include <cstddef>

#include "preimage/losses/loss.hpp"
#include "preimage/samples/tree.hpp"

namespace preimage::losses {

/// The fewest nodes to insert, delete and relabel that make b from a. The children of a deleted node take its place
/// among its parent's.                       [Zhang and Shasha, SIAM Journal on Computing 18 (1989), with unit costs]
/// cost  O(|a| |b| d(a) d(b)), d the smaller of a tree's depth and number of leaves
std::size_t fewest_tree_edits(const samples::Tree& a, const samples::Tree& b);

/// F1 = 2 |A and B| / (|A| + |B|) of the labelled brackets of two trees, each as often as it occurs; 1 where neither
/// has one. Words are the leaves, in their order. A bracket is the label of a node and its first and last word. Leaves
/// have none, nor have the nodes whose one child is a leaf, which are parts of speech; the root has one. What the words
/// are does not count.                                        [PARSEVAL: Black et al., DARPA workshop 1991; as evalb]
/// cost  O(n log n) for n nodes
double bracket_f1(const samples::Tree& a, const samples::Tree& b);

// All losses below throw std::invalid_argument "'(S (NP a)': position 1: ..." for a string that is no tree: losses of
// samples among such outputs (Loss::of_data) before any is compared.

/// 1 where the predicted tree is not the true one, else 0. Blanks between labels do not count.
Loss<kernels::Strings> tree_error_loss();

/// fewest_tree_edits of the predicted tree and the true one.
Loss<kernels::Strings> tree_edit_distance_loss();

/// 1 - bracket_f1 of each pair.
Loss<kernels::Strings> bracket_error_loss();

}  // namespace preimage::losses
