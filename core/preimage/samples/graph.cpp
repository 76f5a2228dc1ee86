#include "preimage/samples/graph.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/samples/cursor.hpp"

namespace preimage::samples {

namespace {

constexpr std::string_view kEndsOfLabel = " ;|:\"()[]";

bool is_of_label(char c) {
  return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f && kEndsOfLabel.find(c) == std::string_view::npos;
}

class GraphReader {
 public:
  explicit GraphReader(std::string_view text) : text_(text) {}

  Graph read() {
    do graph_.nodes.push_back(read_label());
    while (take_between(';'));
    if (take_between('|')) {
      while (!text_.is_at_end()) add_edge();
    }
    if (!text_.is_at_end()) text_.fail_expected("';', '|' or the end");
    return std::move(graph_);
  }

 private:
  /// Whether anything was skipped.
  bool skip_blanks() {
    bool any = false;
    while (text_.take(' ')) any = true;
    return any;
  }
  bool take_between(char separator) {
    skip_blanks();
    const bool taken = text_.take(separator);
    if (taken) skip_blanks();
    return taken;
  }

  std::string read_label() {
    skip_blanks();
    std::string label;
    if (!text_.take('"')) {
      for (; !text_.is_at_end() && is_of_label(text_.here()); text_.skip(1)) label += text_.here();
      if (label.empty()) text_.fail_expected("a label");
      return label;
    }
    return text_.take_quoted();
  }

  std::size_t read_node() {
    constexpr std::size_t kMostDigits = 9;
    const std::size_t begin = text_.position();
    const std::string_view digits = text_.take_digits(kMostDigits);
    if (digits.empty()) text_.fail_expected("the number of a node");
    std::size_t number = 0;
    for (const char digit : digits) number = 10 * number + static_cast<std::size_t>(digit - '0');
    if (number == 0 || number > graph_.nodes.size())
      Cursor::fail_at(begin,
                      fmt::format("there is no node {}, the graph has {}", number, graph_.nodes.size()));
    return number - 1;
  }

  void add_edge() {
    const std::size_t begin = text_.position();
    Graph::Edge edge;
    edge.from = read_node();
    if (!text_.take('-')) text_.fail_expected("'-'");
    edge.to = read_node();
    if (!edges_.insert(std::minmax(edge.from, edge.to)).second)
      Cursor::fail_at(begin, fmt::format("edge {}-{} occurs twice", edge.from + 1, edge.to + 1));
    if (text_.take(':')) edge.label = read_label();
    graph_.edges.push_back(std::move(edge));
    if (!skip_blanks() && !text_.is_at_end()) text_.fail_expected("a blank, ':' or the end");
  }

  Cursor text_;
  Graph graph_;
  std::set<std::pair<std::size_t, std::size_t>> edges_;
};

std::string graph_label(const std::string& label) {
  if (!label.empty() && std::all_of(label.begin(), label.end(), is_of_label)) return label;
  return quoted_label(label);
}

}  // namespace

std::vector<std::vector<Graph::Neighbour>> Graph::neighbours() const {
  std::vector<std::vector<Neighbour>> all(nodes.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    all[edges[e].from].push_back({edges[e].to, e});
    if (edges[e].from != edges[e].to) all[edges[e].to].push_back({edges[e].from, e});
  }
  return all;
}

Graph parse_graph(std::string_view text) {
  return GraphReader(text).read();
}

std::string graph_text(const Graph& graph) {
  std::string text;
  for (const std::string& label : graph.nodes) text += (text.empty() ? "" : ";") + graph_label(label);
  if (!graph.edges.empty()) text += " |";
  for (const Graph::Edge& edge : graph.edges) {
    text += fmt::format(" {}-{}", edge.from + 1, edge.to + 1);
    if (!edge.label.empty()) text += ":" + graph_label(edge.label);
  }
  return text;
}

}  // namespace preimage::samples
