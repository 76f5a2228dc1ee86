#include "suite/data/graph_collection.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "preimage/samples/graph.hpp"
#include "suite/config/number.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

namespace fs = std::filesystem;
using samples::Graph;

namespace {

constexpr const char* kUnlabelled = "*";

/// Whole numbers between commas, line by line; empty lines at the end are none.
class NumberLines {
 public:
  explicit NumberLines(const NamedText& file) : path_(file.path), rest_(file.text) {
    while (rest_.ends_with('\n') || rest_.ends_with('\r')) rest_.remove_suffix(1);
  }

  bool next() {
    if (rest_.empty()) return false;
    ++line_;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (text.ends_with('\r')) text.remove_suffix(1);
    numbers_.clear();
    for (const std::string_view field : split_fields(text, ',')) numbers_.push_back(number_of(field));
    return true;
  }
  const std::vector<long>& numbers() const { return numbers_; }
  /// Of a line that has one.
  long number() const {
    if (numbers_.size() != 1) fail(fmt::format("{} numbers, expected one", numbers_.size()));
    return numbers_.front();
  }
  /// As a label: "3", or "3,0" of several.
  std::string label() const { return fmt::format("{}", fmt::join(numbers_, ",")); }
  std::size_t line() const { return line_; }
  const std::string& path() const { return path_; }
  [[noreturn]] void fail(const std::string& what) const {
    throw DataError(fmt::format("{}:{}: {}", path_, line_, what));
  }

 private:
  long number_of(std::string_view field) const {
    const std::optional<long> number = config::read_integer(field);
    if (!number)
      fail("expected a whole number, found " + base::excerpt(config::without_blanks_around(field)));
    return *number;
  }

  const std::string& path_;
  std::string_view rest_;
  std::size_t line_ = 0;
  std::vector<long> numbers_;
};

/// A file with one line for each line of another, where it is there.
class Labels {
 public:
  Labels(const std::optional<NamedText>& file, const NumberLines& of, std::string otherwise)
      : of_(of), otherwise_(std::move(otherwise)) {
    if (file) lines_.emplace(*file);
  }
  std::string next() {
    if (!lines_) return otherwise_;
    if (!lines_->next())
      throw DataError(fmt::format("{}: {} lines, but {} has more: expected one each", lines_->path(),
                                  lines_->line(), of_.path()));
    return lines_->label();
  }
  void require_end() {
    if (lines_ && lines_->next())
      lines_->fail(fmt::format("a line too many: {} has {}", of_.path(), of_.line()));
  }

 private:
  const NumberLines& of_;
  std::string otherwise_;
  std::optional<NumberLines> lines_;
};

class CollectionParser {
 public:
  CollectionParser(const GraphFiles& files, std::string source) : files_(files) {
    collection_.source = std::move(source);
  }

  GraphCollection parse() {
    if (files_.classes) read_classes(*files_.classes);
    read_nodes();
    read_edges();
    for (const Graph& graph : graphs_) collection_.graphs.push_back(samples::graph_text(graph));
    return std::move(collection_);
  }

 private:
  struct Node {
    std::size_t graph, place;
  };
  /// As it was given first.
  struct Given {
    std::size_t from, line;
    std::string label;
    bool has_both = false;  // directions
  };

  void read_classes(const NamedText& file) {
    NumberLines lines(file);
    while (lines.next()) {
      collection_.classes.push_back(std::to_string(lines.number()));
      collection_.lines.push_back(lines.line());
    }
    graphs_.resize(collection_.classes.size());
  }

  void read_nodes() {
    NumberLines lines(files_.nodes);
    Labels labels(files_.node_labels, lines, kUnlabelled);
    const auto most = static_cast<long>(files_.classes ? graphs_.size() : lines_of(files_.nodes));
    while (lines.next()) {
      const long number = lines.number();
      if (number < 1 || number > most)
        lines.fail(fmt::format("node {} is of graph {}, expected 1 to {}, the lines of {}", lines.line(),
                               number, most, files_.classes ? files_.classes->path : files_.nodes.path));
      const auto graph = static_cast<std::size_t>(number - 1);
      if (graph >= graphs_.size()) graphs_.resize(graph + 1);
      if (!files_.classes) collection_.lines.resize(graphs_.size());
      if (!files_.classes && graphs_[graph].nodes.empty()) collection_.lines[graph] = lines.line();
      nodes_.push_back({graph, graphs_[graph].nodes.size()});
      graphs_[graph].nodes.push_back(labels.next());
    }
    labels.require_end();
    if (graphs_.empty()) throw DataError(files_.nodes.path + ": no node");
    for (std::size_t g = 0; g < graphs_.size(); ++g)
      if (graphs_[g].nodes.empty())
        throw DataError(
            fmt::format("{}: no node of graph {}, of {}", files_.nodes.path, g + 1, graphs_.size()));
  }

  void read_edges() {
    NumberLines lines(files_.edges);
    Labels labels(files_.edge_labels, lines, "");
    while (lines.next()) add_edge(lines, labels.next());
    labels.require_end();
    for (const auto& [ends, given] : edges_) {
      const Node from = nodes_[ends.first];
      graphs_[from.graph].edges.push_back({from.place, nodes_[ends.second].place, given.label});
    }
  }

  void add_edge(const NumberLines& lines, std::string label) {
    if (lines.numbers().size() != 2)
      lines.fail(fmt::format("{} numbers, expected the two nodes of an edge", lines.numbers().size()));
    for (const long number : lines.numbers())
      if (number < 1 || number > static_cast<long>(nodes_.size()))
        lines.fail(fmt::format("an edge to node {}, but {} has nodes 1 to {}", number, files_.nodes.path,
                               nodes_.size()));
    const auto from = static_cast<std::size_t>(lines.numbers()[0] - 1),
               to = static_cast<std::size_t>(lines.numbers()[1] - 1);
    if (nodes_[from].graph != nodes_[to].graph)
      lines.fail(fmt::format("an edge from node {} of graph {} to node {} of graph {}", from + 1,
                             nodes_[from].graph + 1, to + 1, nodes_[to].graph + 1));
    const auto [found, is_new] = edges_.try_emplace(std::minmax(from, to), Given{from, lines.line(), label});
    if (is_new) return;
    Given& given = found->second;
    if (given.has_both || given.from == from)
      lines.fail(fmt::format("the edge {}, {} is there already, on line {}", from + 1, to + 1, given.line));
    if (given.label != label)
      lines.fail(fmt::format("the edge has the label {}, but {} in the other direction, on line {}", label,
                             given.label, given.line));
    given.has_both = true;
  }

  static std::size_t lines_of(const NamedText& file) {
    return static_cast<std::size_t>(std::count(file.text.begin(), file.text.end(), '\n')) + 1;
  }

  const GraphFiles& files_;
  GraphCollection collection_;
  std::vector<Graph> graphs_;
  std::vector<Node> nodes_;
  std::map<std::pair<std::size_t, std::size_t>, Given> edges_;  // in the order of their nodes
};

}  // namespace

GraphCollection parse_graphs(const GraphFiles& files, const std::string& source) {
  return CollectionParser(files, source).parse();
}

GraphCollection read_graphs(const fs::path& folder) {
  constexpr std::string_view kEdges = "_A.txt";
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(kEdges)) names.push_back(name.substr(0, name.size() - kEdges.size()));
  }
  if (error) throw FileError(fmt::format("{}: cannot read the folder: {}", folder.string(), error.message()));
  if (names.size() != 1)
    throw DataError(fmt::format(
        "{}: {} files end in {}, expected one: NAME_A.txt, beside NAME_graph_indicator.txt and perhaps "
        "NAME_graph_labels.txt, NAME_node_labels.txt and NAME_edge_labels.txt",
        folder.string(), names.empty() ? "no" : std::to_string(names.size()), kEdges));
  std::string all;
  const auto read = [&](const std::string& what) {
    const fs::path path = folder / (names.front() + what);
    NamedText file{path.string(), plain_text(read_maybe_compressed(path), path.string())};
    all += fmt::format("{} {}\n", what, base::sha256(file.text));
    return file;
  };
  const auto read_if_there = [&](const std::string& what) {
    return fs::exists(folder / (names.front() + what)) ? std::optional(read(what)) : std::nullopt;
  };
  const GraphFiles files{read("_A.txt"), read("_graph_indicator.txt"), read_if_there("_graph_labels.txt"),
                         read_if_there("_node_labels.txt"), read_if_there("_edge_labels.txt")};
  GraphCollection collection = parse_graphs(files, folder.string());
  collection.sha256 = base::sha256(all);
  return collection;
}

GraphReader::GraphReader(std::shared_ptr<const GraphCollection> collection)
    : TableReader(collection->source), collection_(std::move(collection)) {
  header_ = {"graph"};
  formats_.push_back({.holds_graphs = true});
  if (!collection_->classes.empty()) header_.emplace_back("class");
}

bool GraphReader::next() {
  if (rows_ == collection_->graphs.size()) return false;
  row_line_ = collection_->lines[rows_++];
  return true;
}

const std::string& GraphReader::text(std::size_t column) const {
  return (column == 0 ? collection_->graphs : collection_->classes)[rows_ - 1];
}

}  // namespace preimage::suite::data
