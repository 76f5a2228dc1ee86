// Graphs with labels, and the text of one: how a table, a model file and a prediction hold it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::samples {

/// Undirected: {u, v} and {v, u} are one edge, and no two edges join the same nodes. A loop, {v, v}, is an
/// edge. A label is any text; what has none has the label "".
struct Graph {
  struct Edge {
    std::size_t from = 0, to = 0;  // places among the nodes
    std::string label = {};
    bool operator==(const Edge&) const = default;
  };
  std::vector<std::string> nodes;  // the label of each; one at least
  std::vector<Edge> edges;
  bool operator==(const Graph&) const = default;

  struct Neighbour {
    std::size_t node, edge;  // places
  };
  /// Of each node; of a loop the node itself, once.
  /// cost  O(nodes + edges)
  std::vector<std::vector<Neighbour>> neighbours() const;
};

/// "C;C;O | 1-2 2-3:double": the labels of nodes between ';', then '|', then edges between blanks, each with
/// the numbers of its nodes, from 1, and, behind ':', its label, if it has one. Without edges '|' may be left
/// out. A label is in double quotes where it is empty or holds a blank, ';', '|', ':', '"', a round or square
/// bracket, as molecules in SMILES have, or a control character; in quotes \" and \\ are '"' and '\'. Blanks
/// may be around ';' and '|'.
/// throws  std::invalid_argument "position 9: there is no node 7, the graph has 3" for all else, an edge that
///         occurs twice, and a text without nodes
/// cost    O(bytes log edges)
Graph parse_graph(std::string_view text);

/// parse_graph(graph_text(graph)) == graph. Requires what holds of a Graph.
std::string graph_text(const Graph& graph);

}  // namespace preimage::samples
