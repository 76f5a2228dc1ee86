// Graphs in the text files of the TU collections [Morris et al. 2020], a folder each: NAME_A.txt and others.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suite/data/table_reader.hpp"

namespace preimage::suite::data {

/// A file that was read.
struct NamedText {
  std::string path, text;
};

/// The files of a collection. A line of each is about one thing; numbers count from 1.
struct GraphFiles {
  NamedText edges;                                    // _A: "u, v", the nodes that an edge joins
  NamedText nodes;                                    // _graph_indicator: the graph of node i
  std::optional<NamedText> classes;                   // _graph_labels: the class of graph i, a whole number
  std::optional<NamedText> node_labels, edge_labels;  // of node i, of the edge in line i of _A: whole numbers
};

/// Graphs as texts (samples::parse_graph), in the order of their numbers.
struct GraphCollection {
  std::string source;  // the folder
  std::vector<std::string> graphs;
  std::vector<std::string> classes;  // of each, or empty
  std::vector<std::size_t> lines;    // of each: in _graph_labels; without one, in _graph_indicator
  std::string sha256;                // of the files
};

/// Edges are undirected: each may be given once or in both directions, with one label. Nodes without labels
/// in the files have the label *, edges none.
/// throws  DataError "NAME_A.txt:3: ..." for an edge to a node that is not there, or between two graphs; an
///         edge that is given twice; a node of no graph; a graph without nodes; files whose counts do not
///         agree; what is no whole number
GraphCollection parse_graphs(const GraphFiles& files, const std::string& source);

/// Of the one NAME whose NAME_A.txt is in the folder.
/// throws  DataError also where there is none, or several, or a file cannot be read
GraphCollection read_graphs(const std::filesystem::path& folder);

/// A row per graph: the column `graph`, and `class` where the files have classes.
class GraphReader final : public TableReader {
 public:
  explicit GraphReader(std::shared_ptr<const GraphCollection> collection);
  using TableReader::next;
  bool next() override;
  const std::string& text(std::size_t column) const override;

 private:
  std::shared_ptr<const GraphCollection> collection_;
  std::size_t rows_ = 0;  // that were read
};

}  // namespace preimage::suite::data
