#include "preimage/samples/graph.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"
#include "testing/thrown_message.hpp"

using preimage::base::Random;
using preimage::samples::Graph;
using preimage::samples::graph_text;
using preimage::samples::parse_graph;
using preimage::testing::thrown_message;

namespace {

std::string refused_graph(const std::string& text) {
  return thrown_message<std::invalid_argument>([&] { parse_graph(text); });
}

}  // namespace

TEST_CASE("the text of a graph has its nodes, then its edges") {
  const Graph graph{{"C", "C", "O"}, {{0, 1, ""}, {1, 2, "double"}}};
  CHECK(parse_graph("C;C;O | 1-2 2-3:double") == graph);
  CHECK(parse_graph(" C ;C; O|1-2  2-3:double ") == graph);
  CHECK(graph_text(graph) == "C;C;O | 1-2 2-3:double");
  CHECK(parse_graph("C") == Graph{{"C"}, {}});
  CHECK(parse_graph("C |") == Graph{{"C"}, {}});
  CHECK(parse_graph("C | 1-1:a") == Graph{{"C"}, {{0, 0, "a"}}});
  CHECK(parse_graph(R"("";"a b";"\"\\" | 1-3:";")") == Graph{{"", "a b", "\"\\"}, {{0, 2, ";"}}});
}

TEST_CASE("labels of any bytes come back from the text of a graph") {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    Graph graph;
    const auto label = [&] {
      std::string text;
      for (std::size_t i = random.below(4); i > 0; --i)
        text += random.below(2) == 0 ? "a;|:\"\\ -1"[random.below(9)] : static_cast<char>(random.below(256));
      return text;
    };
    for (std::size_t i = 0; i <= random.below(6); ++i) graph.nodes.push_back(label());
    for (std::size_t u = 0; u < graph.nodes.size(); ++u)
      for (std::size_t v = u; v < graph.nodes.size(); ++v)
        if (random.below(3) == 0) graph.edges.push_back({u, v, label()});
    CAPTURE(graph_text(graph));
    CHECK(parse_graph(graph_text(graph)) == graph);
  }
}

TEST_CASE("neighbours are those of both ends, and of a loop one") {
  const auto neighbours = parse_graph("a;b;c | 1-2 3-1 2-2").neighbours();
  const auto places = [&](std::size_t node) {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (const auto& [other, edge] : neighbours[node]) found.emplace_back(other, edge);
    return found;
  };
  using Places = std::vector<std::pair<std::size_t, std::size_t>>;
  CHECK(places(0) == Places{{1, 0}, {2, 1}});
  CHECK(places(1) == Places{{0, 0}, {1, 2}});
  CHECK(places(2) == Places{{0, 1}});
}

TEST_CASE("what is no text of a graph is refused by position") {
  CHECK(refused_graph("") == "position 1: expected a label, found the end");
  CHECK(refused_graph("C;;O") == "position 3: expected a label, found ';'");
  CHECK(refused_graph("C;C | 1-3") == "position 9: there is no node 3, the graph has 2");
  CHECK(refused_graph("C;C | 0-1") == "position 7: there is no node 0, the graph has 2");
  CHECK(refused_graph("C;C | 1-2 2-1:a") == "position 11: edge 2-1 occurs twice");
  CHECK(refused_graph("C;C | 1-2:") == "position 11: expected a label, found the end");
  CHECK(refused_graph("C;C | 1-2,2-1") == "position 10: expected a blank, ':' or the end, found ','");
  CHECK(refused_graph("C;C | 1 2") == "position 8: expected '-', found ' '");
  CHECK(refused_graph("C;C | a-2") == "position 7: expected the number of a node, found 'a'");
  CHECK(refused_graph("C C") == "position 3: expected ';', '|' or the end, found 'C'");
  CHECK(refused_graph("CC(C)C") == "position 3: expected ';', '|' or the end, found '('");  // a molecule
  CHECK(refused_graph("C;\"C") == "position 3: the quoted label is never closed");
  CHECK(refused_graph("\"\\a\"") == "position 3: expected '\"' or '\\' behind '\\', found 'a'");
  CHECK(refused_graph("C\n") == "position 2: expected ';', '|' or the end, found '\\n'");
}
