// Kernels on graphs with labels: each counts features of a graph, and is the inner product of the counts. All
// values are whole numbers and exact, and none depends on the order of nodes or on other graphs.
#pragma once

#include <armadillo>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "preimage/kernels/kernel.hpp"
#include "preimage/kernels/sparse_counts.hpp"
#include "preimage/samples/graph.hpp"

namespace preimage::kernels {

using Graphs = std::vector<samples::Graph>;

/// The features of some graphs, each text kept once.
class FeatureTexts {
 public:
  struct Feature {
    std::string_view text;  // lives as long as the object
    std::uint32_t number;   // another for another text
  };
  Feature keep(std::string text);

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

/// k(g, g') = sum over features u of (times u occurs in g) (times u occurs in g')
/// cost  of a block: the features of each graph once, then as count_products
class GraphKernel : public Kernel<Graphs> {
 public:
  arma::mat cross_gram(const Graphs& a, const Graphs& b) const final;
  arma::mat gram(const Graphs& a) const final;
  arma::vec diagonal(const Graphs& a) const final;

 private:
  virtual Occurrences features(const samples::Graph& graph, FeatureTexts& texts) const = 0;
  std::vector<Occurrences> features_of(const Graphs& graphs, FeatureTexts& texts) const;
};

/// Weisfeiler-Lehman subtree kernel [Shervashidze et al. 2011, section 3.2]: features are the labels that all
/// nodes have in rounds 0 to `rounds`. The label of round 0 is the node's own; that of round i + 1 is made of
/// its label of round i and those of its neighbours, each as often as it occurs. Equal labels are those whose
/// parts are equal, not their hashes, in training and new graphs alike.
/// cost  O(rounds (nodes + edges)) labels per graph, whose parts are sorted
class WeisfeilerLehmanKernel final : public GraphKernel {
 public:
  /// sees_edge_labels  a neighbour's part is its label together with that of the edge; the paper's is without
  /// throws            std::invalid_argument for rounds < 0
  explicit WeisfeilerLehmanKernel(int rounds, bool sees_edge_labels = false);

 private:
  Occurrences features(const samples::Graph& graph, FeatureTexts& texts) const override;
  int rounds_;
  bool sees_edge_labels_;
};

/// Shortest-path kernel [Borgwardt and Kriegel 2005; as counts Shervashidze et al. 2011, section 2.2]:
/// features are the triples (label of u, label of v, edges of a shortest path from u to v) of all ordered
/// pairs of different nodes that are connected. Labels of edges do not count.
/// cost  O(nodes (nodes + edges)) per graph
class ShortestPathKernel final : public GraphKernel {
 public:
  bool maps_several_to_zero() const override { return true; }

 private:
  Occurrences features(const samples::Graph& graph, FeatureTexts& texts) const override;
};

/// Features are the labels of nodes [Sugiyama and Borgwardt 2015, section 2].
/// cost  O(nodes) per graph
class VertexHistogramKernel final : public GraphKernel {
  Occurrences features(const samples::Graph& graph, FeatureTexts& texts) const override;
};

/// Features are the labels of edges [the same]: where there are none, k is |edges| |edges'|.
/// cost  O(edges) per graph
class EdgeHistogramKernel final : public GraphKernel {
 public:
  bool maps_several_to_zero() const override { return true; }

 private:
  Occurrences features(const samples::Graph& graph, FeatureTexts& texts) const override;
};

}  // namespace preimage::kernels
