// Graphs in the text files of the TU collections.
#include "suite/data/graph_collection.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/data/row_stream.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
using preimage::DataError;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

using Texts = std::vector<std::string>;

/// Two graphs, a path and an edge, of which each edge is given in both directions.
data::GraphFiles two_graphs() {
  return {{"A", "1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n"},
          {"indicator", "1\n1\n1\n2\n2\n"},
          data::NamedText{"classes", "1\n-1\n"},
          data::NamedText{"nodes", "0\n0\n2\n0\n1\n"},
          data::NamedText{"edges", "7\n7\n8\n8\n7\n7\n"}};
}

using Change = void (*)(data::GraphFiles&);

Texts graphs_after(Change change) {
  data::GraphFiles files = two_graphs();
  change(files);
  return data::parse_graphs(files, "folder").graphs;
}

std::string refused_after(Change change) {
  return thrown_message<DataError>([&] { graphs_after(change); });
}

}  // namespace

TEST_CASE("a collection is a graph for each number, with labels where there are files of them") {
  const data::GraphCollection both = data::parse_graphs(two_graphs(), "folder");
  CHECK(both.graphs == Texts{"0;0;2 | 1-2:7 2-3:8", "0;1 | 1-2:7"});
  CHECK(both.classes == Texts{"1", "-1"});
  CHECK(both.lines == std::vector<std::size_t>{1, 2});
  CHECK(graphs_after([](data::GraphFiles& files) { files.node_labels.reset(); }) ==
        Texts{"*;*;* | 1-2:7 2-3:8", "*;* | 1-2:7"});
  CHECK(graphs_after([](data::GraphFiles& files) { files.edge_labels.reset(); }) ==
        Texts{"0;0;2 | 1-2 2-3", "0;1 | 1-2"});
  CHECK(graphs_after([](data::GraphFiles& files) { files.edges.text = files.edge_labels->text = ""; }) ==
        Texts{"0;0;2", "0;1"});
}

TEST_CASE("edges may be given once, in both directions, or some so and some so; nodes in any order") {
  const Texts expected = {"0;0;2 | 1-2:7 2-3:8", "0;1 | 1-2:7"};
  CHECK(graphs_after([](data::GraphFiles& files) {
          files.edges.text = "1, 2\n2,3\n5 , 4";
          files.edge_labels->text = "7\n8\n7";
        }) == expected);
  CHECK(graphs_after([](data::GraphFiles& files) {
          files.edges.text = "1,2\r\n3,2\r\n2,1\r\n5,4\r\n\r\n";
          files.edge_labels->text = "7\n8\n7\n7\n\n\n";
        }) == expected);
  CHECK(graphs_after([](data::GraphFiles& files) {
          files.nodes.text = "2\n1\n1\n1\n2\n";
          files.node_labels->text = "3,0\n4,0\n5,0\n6,1\n7,0\n";
          files.edges.text = "1, 5\n2, 3\n3, 3\n";
          files.edge_labels.reset();
        }) == Texts{"4,0;5,0;6,1 | 1-2 2-2", "3,0;7,0 | 1-2"});
}

TEST_CASE("without classes the rows are those of the indicator") {
  const data::GraphCollection collection = [] {
    data::GraphFiles files = two_graphs();
    files.classes.reset();
    return data::parse_graphs(files, "folder");
  }();
  CHECK(collection.classes.empty());
  CHECK(collection.lines == std::vector<std::size_t>{1, 4});
}

TEST_CASE("what does not fit together in a collection is an error with file and line") {
  using Files = data::GraphFiles;
  CHECK(refused_after([](Files& files) {
          files.edges.text += "5, 6\n";
          files.edge_labels->text += "1\n";
        }) == "A:7: an edge to node 6, but indicator has nodes 1 to 5");
  CHECK(refused_after([](Files& files) { files.edges.text = "0, 1\n"; }) ==
        "A:1: an edge to node 0, but indicator has nodes 1 to 5");
  CHECK(refused_after([](Files& files) { files.edges.text = "3, 4\n"; }) ==
        "A:1: an edge from node 3 of graph 1 to node 4 of graph 2");
  CHECK(refused_after([](Files& files) { files.edges.text = "1, 2, 3\n"; }) ==
        "A:1: 3 numbers, expected the two nodes of an edge");
  CHECK(refused_after([](Files& files) { files.edges.text = "1, 2\n2, x\n"; }) ==
        "A:2: expected a whole number, found 'x'");
  CHECK(refused_after([](Files& files) { files.edges.text = "1, 2\n\n2, 3\n"; }) ==
        "A:2: expected a whole number, found ''");
  CHECK(refused_after([](Files& files) { files.edges.text = "1, 2\n2, 3\n1, 2\n"; }) ==
        "A:3: the edge 1, 2 is there already, on line 1");
  CHECK(refused_after([](Files& files) { files.edges.text = "1, 2\n2, 1\n2, 1\n"; }) ==
        "A:3: the edge 2, 1 is there already, on line 1");
  CHECK(refused_after([](Files& files) { files.edge_labels->text = "7\n6\n"; }) ==
        "A:2: the edge has the label 6, but 7 in the other direction, on line 1");
  CHECK(refused_after([](Files& files) { files.edge_labels->text = "7\n7\n"; }) ==
        "edges: 2 lines, but A has more: expected one each");
  CHECK(refused_after([](Files& files) { files.edge_labels->text += "1\n"; }) ==
        "edges:7: a line too many: A has 6");
  CHECK(refused_after([](Files& files) { files.node_labels->text = "0\n"; }) ==
        "nodes: 1 lines, but indicator has more: expected one each");
  CHECK(refused_after([](Files& files) { files.node_labels->text += "0\n"; }) ==
        "nodes:6: a line too many: indicator has 5");
  CHECK(refused_after([](Files& files) { files.node_labels->text = "a\n"; }) ==
        "nodes:1: expected a whole number, found 'a'");
  CHECK(refused_after([](Files& files) {
          files.nodes.text += "3\n";
          files.node_labels->text += "0\n";
        }) == "indicator:6: node 6 is of graph 3, expected 1 to 2, the lines of classes");
  CHECK(refused_after([](Files& files) {
          files.nodes.text =
              "1\n\n"
              "2\n";
        }) == "indicator:2: expected a whole number, found ''");
  CHECK(refused_after([](Files& files) { files.classes->text += "1\n"; }) ==
        "indicator: no node of graph 3, of 3");
  CHECK(refused_after([](Files& files) { files.classes->text = "1\n0.5\n"; }) ==
        "classes:2: expected a whole number, found '0.5'");
  CHECK(refused_after([](Files& files) { files.classes->text = "1\n1, 2\n"; }) ==
        "classes:2: 2 numbers, expected one");
  CHECK(refused_after([](Files& files) {
          files.classes.reset();
          files.nodes.text = "1\n1\n1\n3\n3\n";
        }) == "indicator: no node of graph 2, of 3");
  CHECK(refused_after([](Files& files) {
          files.classes.reset();
          files.nodes.text = "1\n999999999\n";
        }) == "indicator:2: node 2 is of graph 999999999, expected 1 to 3, the lines of indicator");
  CHECK(refused_after([](Files& files) {
          files = {{"A", ""}, {"indicator", ""}, {}, {}, {}};
        }) == "indicator: no node");
}

TEST_CASE("a folder is read as a table of graphs and classes") {
  const TemporaryFolder folder;
  folder.write("T_A.txt", "1, 2\n");
  folder.write("T_graph_indicator.txt", "1\n1\n2\n");
  const auto rows_of = [&] {
    const auto table = data::open_rows(folder.path());
    std::vector<Texts> rows{table->header()};
    for (Texts fields; table->next(fields);) rows.push_back(fields);
    return rows;
  };
  CHECK(rows_of() == std::vector<Texts>{{"graph"}, {"*;* | 1-2"}, {"*"}});
  const std::string without = data::TableFile(folder.path()).identity();
  folder.write("T_graph_labels.txt", "0\n5\n");
  CHECK(rows_of() == std::vector<Texts>{{"graph", "class"}, {"*;* | 1-2", "0"}, {"*", "5"}});
  const std::string with = data::TableFile(folder.path()).identity();
  CHECK(with.starts_with("graphs "));
  CHECK(with != without);
  folder.write("T_node_labels.txt", "1\n1\n1\n");
  CHECK(data::TableFile(folder.path()).identity() != with);
}

TEST_CASE("a folder without the files of one collection is refused with the names that are looked for") {
  const TemporaryFolder folder;
  const auto refusal = [&] { return thrown_message<DataError>([&] { data::read_graphs(folder.path()); }); };
  const std::string wanted =
      " end in _A.txt, expected one: NAME_A.txt, beside NAME_graph_indicator.txt and perhaps "
      "NAME_graph_labels.txt, NAME_node_labels.txt and NAME_edge_labels.txt";
  CHECK(refusal() == folder.path().string() + ": no files" + wanted);
  folder.write("T_A.txt", "");
  CHECK(refusal().find("T_graph_indicator.txt") != std::string::npos);
  folder.write("U_A.txt", "");
  CHECK(refusal() == folder.path().string() + ": 2 files" + wanted);
}
