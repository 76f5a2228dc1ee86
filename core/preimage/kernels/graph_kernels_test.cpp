#include "preimage/kernels/graph_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/kernels/conformance.hpp"
#include "preimage/kernels/parsed_kernel.hpp"
#include "preimage/kernels/testing_graphs.hpp"
#include "preimage/samples/smiles.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using kernels::Graphs;
using samples::Graph;
using samples::parse_graph;
using testing::is_close;

namespace {

using Counts = std::map<std::string, double>;
using Definition = std::function<Counts(const Graph&)>;

/// What the definition says, without compression: the tree of all walks of `depth` steps from a node.
std::string unfolded(const Graph& graph, std::size_t node, int depth, bool sees_edges) {
  if (depth == 0) return graph.nodes[node];
  std::vector<std::string> around;
  for (const Graph::Edge& edge : graph.edges) {
    if (edge.from != node && edge.to != node) continue;
    const std::size_t other = edge.from == node ? edge.to : edge.from;
    around.push_back((sees_edges ? "-" + edge.label + "-" : "") +
                     unfolded(graph, other, depth - 1, sees_edges));
  }
  std::sort(around.begin(), around.end());
  return fmt::format("{}({})", unfolded(graph, node, depth - 1, sees_edges), fmt::join(around, ","));
}

Definition subtrees(int rounds, bool sees_edges) {
  return [=](const Graph& graph) {
    Counts counts;
    for (int depth = 0; depth <= rounds; ++depth)
      for (std::size_t v = 0; v < graph.nodes.size(); ++v)
        ++counts[fmt::format("{} {}", depth, unfolded(graph, v, depth, sees_edges))];
    return counts;
  };
}

/// Floyd and Warshall.
Counts shortest_paths(const Graph& graph) {
  const std::size_t n = graph.nodes.size();
  arma::mat lengths(n, n, arma::fill::value(arma::datum::inf));
  for (const Graph::Edge& edge : graph.edges) lengths(edge.from, edge.to) = lengths(edge.to, edge.from) = 1.0;
  for (std::size_t via = 0; via < n; ++via)
    for (std::size_t u = 0; u < n; ++u)
      for (std::size_t v = 0; v < n; ++v)
        lengths(u, v) = std::min(lengths(u, v), lengths(u, via) + lengths(via, v));
  Counts counts;
  for (std::size_t u = 0; u < n; ++u)
    for (std::size_t v = 0; v < n; ++v)
      if (u != v && lengths(u, v) < arma::datum::inf)
        ++counts[fmt::format("{} {} {}", graph.nodes[u], graph.nodes[v], lengths(u, v))];
  return counts;
}

Counts labels_of_nodes(const Graph& graph) {
  Counts counts;
  for (const std::string& label : graph.nodes) ++counts[label];
  return counts;
}

Counts labels_of_edges(const Graph& graph) {
  Counts counts;
  for (const Graph::Edge& edge : graph.edges) ++counts[edge.label];
  return counts;
}

arma::mat brute_force(const Definition& definition, const Graphs& a, const Graphs& b) {
  arma::mat values(a.size(), b.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      for (const auto& [feature, times] : definition(a[i]))
        for (const auto& [other, often] : definition(b[j]))
          values(i, j) += feature == other ? times * often : 0;
  return values;
}

struct Case {
  std::string name;
  kernels::SharedKernel<Graphs> kernel;
  Definition definition;
};

const std::vector<Case>& cases() {
  using kernels::share;
  static const std::vector<Case> all = {
      {"h = 0", share(kernels::WeisfeilerLehmanKernel(0)), subtrees(0, false)},
      {"h = 1", share(kernels::WeisfeilerLehmanKernel(1)), subtrees(1, false)},
      {"h = 3", share(kernels::WeisfeilerLehmanKernel(3)), subtrees(3, false)},
      {"h = 3, edge labels", share(kernels::WeisfeilerLehmanKernel(3, true)), subtrees(3, true)},
      {"shortest path", share(kernels::ShortestPathKernel()), shortest_paths},
      {"vertex histogram", share(kernels::VertexHistogramKernel()), labels_of_nodes},
      {"edge histogram", share(kernels::EdgeHistogramKernel()), labels_of_edges}};
  return all;
}

Graphs graphs_of(const std::vector<std::string>& texts) {
  Graphs graphs;
  for (const std::string& text : texts) graphs.push_back(parse_graph(text));
  return graphs;
}

double value_of(const kernels::GraphKernel& kernel, const std::string& a, const std::string& b) {
  return kernel.cross_gram(graphs_of({a}), graphs_of({b}))(0, 0);
}

}  // namespace

TEST_CASE("kernels on graphs have the values of their definitions") {
  const Graphs a = testing::random_graphs(12, 6, 1), b = testing::random_graphs(9, 6, 2);
  for (const Case& one : cases()) {
    CAPTURE(one.name);
    const arma::mat expected = brute_force(one.definition, a, b), own = brute_force(one.definition, a, a);
    CHECK(is_close(one.kernel->cross_gram(a, b), expected, 1e-12));
    CHECK(is_close(one.kernel->gram(a), own, 1e-12));
    CHECK(is_close(one.kernel->diagonal(a), arma::vec(own.diag()), 1e-12));
    CHECK(arma::any(arma::vectorise(expected) > 0.0));
  }
}

TEST_CASE("kernels on graphs are kernels, whatever else is in the block") {
  Graphs graphs = testing::random_graphs(30, 9, 3);
  graphs.front().edges.clear();
  for (const Case& one : cases()) {
    CAPTURE(one.name);
    CHECK(fmt::format("{}", fmt::join(kernels::kernel_violations(*one.kernel, graphs), "; ")).empty());
  }
}

TEST_CASE("kernels on graphs see no order of nodes or edges") {
  const Graphs graphs = testing::random_graphs(20, 9, 4);
  Graphs others;
  for (std::size_t i = 0; i < graphs.size(); ++i) others.push_back(testing::shuffled(graphs[i], i));
  for (const Case& one : cases()) {
    CAPTURE(one.name);
    CHECK(
        arma::approx_equal(one.kernel->gram(graphs), one.kernel->cross_gram(others, graphs), "absdiff", 0.0));
  }
}

TEST_CASE("Weisfeiler-Lehman by hand: a path and a triangle") {
  // Round 0: 3 nodes of one label each. Round 1: the path has two ends and a middle, the triangle three
  // middles.
  const std::string path = "a;a;a | 1-2 2-3", triangle = "a;a;a | 1-2 2-3 1-3";
  CHECK(value_of(kernels::WeisfeilerLehmanKernel(0), path, triangle) == 9.0);
  CHECK(value_of(kernels::WeisfeilerLehmanKernel(1), path, triangle) == 9.0 + 3.0);
  CHECK(value_of(kernels::WeisfeilerLehmanKernel(1), path, path) == 9.0 + 5.0);
  CHECK(value_of(kernels::WeisfeilerLehmanKernel(2), path, triangle) == 9.0 + 3.0);
  CHECK(value_of(kernels::WeisfeilerLehmanKernel(2), triangle, triangle) == 27.0);
  // The two graphs that no round tells apart: a ring of six, and two triangles.
  const std::string ring = "a;a;a;a;a;a | 1-2 2-3 3-4 4-5 5-6 6-1",
                    triangles = "a;a;a;a;a;a | 1-2 2-3 1-3 4-5 5-6 4-6";
  CHECK(value_of(kernels::WeisfeilerLehmanKernel(5), ring, triangles) == 6 * 36.0);
  CHECK(value_of(kernels::ShortestPathKernel(), ring, triangles) == 12.0 * 12.0);
  CHECK(value_of(kernels::ShortestPathKernel(), ring, ring) == 2 * 12.0 * 12.0 + 6.0 * 6.0);
}

TEST_CASE("Weisfeiler-Lehman: the label of an edge counts where it is asked for") {
  const std::string one = "a;b | 1-2:x", other = "a;b | 1-2:y";
  CHECK(value_of(kernels::WeisfeilerLehmanKernel(2), one, other) == 6.0);
  CHECK(value_of(kernels::WeisfeilerLehmanKernel(2, true), one, other) == 2.0);
  CHECK(value_of(kernels::WeisfeilerLehmanKernel(2, true), one, one) == 6.0);
  CHECK(value_of(kernels::WeisfeilerLehmanKernel(2), one, "b;c | 1-2") == 1.0);  // a label of one graph alone
}

/// As GraKeL's introduction prints it: 12, 24, and 0.94280904 of the normalised kernel.
TEST_CASE("shortest paths of water and hydronium are those of GraKeL's introduction") {
  const std::string water = "O;H;H | 1-2 1-3", hydronium = "O;H;H;H | 1-2 1-3 1-4";
  const kernels::ShortestPathKernel kernel;
  CHECK(value_of(kernel, water, water) == 12.0);
  CHECK(value_of(kernel, water, hydronium) == 24.0);
  const double norms = value_of(kernel, water, water) * value_of(kernel, hydronium, hydronium);
  CHECK(std::abs(24.0 / std::sqrt(norms) - 0.94280904) < 5e-9);
}

TEST_CASE("histograms by hand") {
  const std::string ethanol = "C;C;O | 1-2:- 2-3:-", acetaldehyde = "C;C;O | 1-2:- 2-3:=";
  CHECK(value_of(kernels::VertexHistogramKernel(), ethanol, acetaldehyde) == 5.0);
  CHECK(value_of(kernels::EdgeHistogramKernel(), ethanol, acetaldehyde) == 2.0);
  CHECK(value_of(kernels::EdgeHistogramKernel(), ethanol, ethanol) == 4.0);
}

TEST_CASE("graphs as texts: one text of a molecule is as good as another") {
  const kernels::ParsedKernel<Graph> kernel(kernels::share(kernels::WeisfeilerLehmanKernel(4, true)),
                                            samples::parse_smiles);
  const arma::mat K = kernel.gram({"c1ccccc1C(=O)O", "OC(=O)c1ccccc1", "C1=CC=CC=C1"});
  CHECK(K(0, 0) == K(0, 1));
  CHECK(K(0, 0) == K(1, 1));
  CHECK(K(0, 2) == 6.0);  // benzene with double bonds shares the C of the acid
  CHECK(testing::thrown_message<std::invalid_argument>([&] {
          kernel.gram({"CC", "C1CC"});
        }) == "'C1CC': position 2: ring 1 is never closed");
}

TEST_CASE("Weisfeiler-Lehman refuses fewer than no rounds") {
  CHECK(testing::thrown_message<std::invalid_argument>([] { kernels::WeisfeilerLehmanKernel(-1); }) ==
        "Weisfeiler-Lehman kernel: -1 rounds, expected >= 0");
}
