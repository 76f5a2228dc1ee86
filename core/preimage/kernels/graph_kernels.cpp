#include "preimage/kernels/graph_kernels.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace preimage::kernels {

namespace {

using samples::Graph;
using Number = std::uint32_t;

/// Four bytes for each number, behind a byte that tells kinds of features apart.
std::string packed(char kind, const std::vector<Number>& numbers) {
  std::string text(1 + numbers.size() * sizeof(Number), kind);
  if (!numbers.empty()) std::memcpy(text.data() + 1, numbers.data(), numbers.size() * sizeof(Number));
  return text;
}

constexpr char kLabel = 'n', kEdgeLabel = 'e', kRound = 'r', kPath = 'p';

/// Of the labels of all nodes.
std::vector<FeatureTexts::Feature> node_labels(const Graph& graph, FeatureTexts& texts) {
  std::vector<FeatureTexts::Feature> labels;
  for (const std::string& label : graph.nodes) labels.push_back(texts.keep(kLabel + label));
  return labels;
}

}  // namespace

FeatureTexts::Feature FeatureTexts::keep(std::string text) {
  const auto number = static_cast<Number>(numbers_.size());
  const auto kept = numbers_.try_emplace(std::move(text), number).first;
  return {kept->first, kept->second};
}

std::vector<Occurrences> GraphKernel::features_of(const Graphs& graphs, FeatureTexts& texts) const {
  std::vector<Occurrences> all;
  for (const Graph& graph : graphs) all.push_back(features(graph, texts));
  return all;
}

arma::mat GraphKernel::cross_gram(const Graphs& a, const Graphs& b) const {
  FeatureTexts texts;
  const std::vector<Occurrences> of_a = features_of(a, texts);
  return count_products(of_a, features_of(b, texts));
}

arma::mat GraphKernel::gram(const Graphs& a) const {
  FeatureTexts texts;
  return count_products(features_of(a, texts));
}

arma::vec GraphKernel::diagonal(const Graphs& a) const {
  FeatureTexts texts;
  return squared_counts(features_of(a, texts));
}

WeisfeilerLehmanKernel::WeisfeilerLehmanKernel(int rounds, bool sees_edge_labels)
    : rounds_(rounds), sees_edge_labels_(sees_edge_labels) {
  if (rounds < 0)
    throw std::invalid_argument(fmt::format("Weisfeiler-Lehman kernel: {} rounds, expected >= 0", rounds));
}

/// A number is of one round alone: texts of round 0 are labels, and those of later ones begin with the number
/// of a text of the round before.
Occurrences WeisfeilerLehmanKernel::features(const Graph& graph, FeatureTexts& texts) const {
  const std::vector<std::vector<Graph::Neighbour>> neighbours = graph.neighbours();
  std::vector<Number> edge_labels(graph.edges.size());
  if (sees_edge_labels_)
    std::transform(graph.edges.begin(), graph.edges.end(), edge_labels.begin(),
                   [&](const Graph::Edge& edge) { return texts.keep(kEdgeLabel + edge.label).number; });
  std::vector<FeatureTexts::Feature> labels = node_labels(graph, texts);
  Occurrences all;
  const auto count = [&] {
    for (const FeatureTexts::Feature& label : labels) all.push_back(label.text);
  };
  count();
  for (int round = 0; round < rounds_; ++round) {
    std::vector<FeatureTexts::Feature> next;
    for (std::size_t v = 0; v < labels.size(); ++v) {
      std::vector<std::pair<Number, Number>> around;
      for (const auto [node, edge] : neighbours[v])
        around.emplace_back(edge_labels[edge], labels[node].number);
      std::sort(around.begin(), around.end());
      std::vector<Number> parts = {labels[v].number};
      for (const auto& [edge_label, label] : around) parts.insert(parts.end(), {edge_label, label});
      next.push_back(texts.keep(packed(kRound, parts)));
    }
    labels = std::move(next);
    count();
  }
  return all;
}

Occurrences ShortestPathKernel::features(const Graph& graph, FeatureTexts& texts) const {
  const std::vector<std::vector<Graph::Neighbour>> neighbours = graph.neighbours();
  const std::vector<FeatureTexts::Feature> labels = node_labels(graph, texts);
  Occurrences all;
  for (std::size_t from = 0; from < labels.size(); ++from) {
    std::vector<std::size_t> reached = {from};  // in the order of their distances
    std::vector<Number> distances(labels.size(), 0);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const auto [node, edge] : neighbours[reached[i]]) {
        if (node == from || distances[node] > 0) continue;
        distances[node] = distances[reached[i]] + 1;
        reached.push_back(node);
        all.push_back(
            texts.keep(packed(kPath, {labels[from].number, labels[node].number, distances[node]})).text);
      }
    }
  }
  return all;
}

Occurrences VertexHistogramKernel::features(const Graph& graph, FeatureTexts& /*texts*/) const {
  return {graph.nodes.begin(), graph.nodes.end()};
}

Occurrences EdgeHistogramKernel::features(const Graph& graph, FeatureTexts& /*texts*/) const {
  Occurrences labels;
  for (const Graph::Edge& edge : graph.edges) labels.push_back(edge.label);
  return labels;
}

}  // namespace preimage::kernels
