#include "preimage/sequences/euler_path.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"

namespace preimage::sequences {

namespace {

/// Edges of H_{y,n} that are not marked yet, as counts per edge of G_{y,n}.
std::vector<std::size_t> all_counts(const DeBruijnGraph& graph) {
  return base::collect(graph.edges(), &DeBruijnGraph::Edge::count);
}

/// The fewest breaks of any order of some remaining edges that begins at a vertex and ends at the stop
/// vertex. Closed to a circle by one more edge from stop to that vertex, the edges of a connected component C
/// make at least max(1, sum_{v in C} max(0, out(v) - in(v))) paths, and that many do; a circle of p paths has
/// p breaks, or none where it is a single circuit.
class FewestBreaks {
 public:
  explicit FewestBreaks(const DeBruijnGraph& graph) : graph_(graph) {}

  std::size_t operator()(const std::vector<std::size_t>& remaining, std::size_t begin) {
    const std::size_t n = graph_.n_vertices();
    parent_.resize(n);
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    excess_.assign(n, 0);
    add(graph_.stop(), begin, 1);
    for (std::size_t e = 0; e < remaining.size(); ++e) {
      if (remaining[e] > 0) add(graph_.edges()[e].from, graph_.edges()[e].to, remaining[e]);
    }
    return count_breaks(remaining);
  }

 private:
  void add(std::size_t from, std::size_t to, std::size_t count) {
    excess_[from] += static_cast<std::int64_t>(count);
    excess_[to] -= static_cast<std::int64_t>(count);
    parent_[root(from)] = root(to);
  }

  std::size_t root(std::size_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

  std::size_t count_breaks(const std::vector<std::size_t>& remaining) {
    has_edges_.assign(graph_.n_vertices(), false);
    has_edges_[root(graph_.stop())] = true;
    for (std::size_t e = 0; e < remaining.size(); ++e) {
      if (remaining[e] > 0) has_edges_[root(graph_.edges()[e].from)] = true;
    }
    paths_.assign(graph_.n_vertices(), 0);
    for (std::size_t v = 0; v < graph_.n_vertices(); ++v) {
      if (excess_[v] > 0) paths_[root(v)] += static_cast<std::size_t>(excess_[v]);
    }
    std::size_t components = 0, total = 0;
    for (std::size_t v = 0; v < graph_.n_vertices(); ++v) {
      if (!has_edges_[v]) continue;
      ++components;
      total += std::max<std::size_t>(1, paths_[v]);
    }
    const bool is_circuit = components == 1 && paths_[root(graph_.stop())] == 0;
    return is_circuit ? 0 : total;
  }

  const DeBruijnGraph& graph_;
  std::vector<std::size_t> parent_;   // union-find over vertices
  std::vector<std::int64_t> excess_;  // out-degree - in-degree
  std::vector<bool> has_edges_;       // of the component whose root this is
  std::vector<std::size_t> paths_;
};

/// The edges of EULER(q), last one first: an edge comes out once the call on its destination has returned.
void append_reversed_circuit(const DeBruijnGraph& graph, std::size_t q, std::vector<std::size_t>& remaining,
                             std::vector<std::size_t>& next, std::string& reversed) {
  struct Call {
    std::size_t vertex;
    char symbol;  // of the edge that led here
  };
  std::vector<Call> calls = {{q, 0}};
  while (!calls.empty()) {
    const Call call = calls.back();
    std::size_t& e = next[call.vertex];
    while (e < graph.first_edge(call.vertex + 1) && remaining[e] == 0) ++e;
    if (e < graph.first_edge(call.vertex + 1)) {
      --remaining[e];
      calls.push_back({graph.edges()[e].to, graph.edges()[e].symbol});
    } else {
      calls.pop_back();
      if (!calls.empty()) reversed += call.symbol;
    }
  }
}

/// Depth-first search over the orders of the edges, entering only what can be completed with the breaks that
/// are left.
class Search {
 public:
  Search(const DeBruijnGraph& graph, std::size_t limit)
      : graph_(graph), limit_(limit), fewest_breaks_(graph), remaining_(all_counts(graph)) {
    breaks_left_ = fewest_breaks_(remaining_, graph.start());
    result_.breaks = breaks_left_;
  }

  StringPreimages run() {
    std::size_t orders = 0;
    result_.complete = true;
    steps_ = {{graph_.start(), kNone, 0, false}};
    while (!steps_.empty()) {
      if (string_.size() == graph_.n_symbols()) {
        if (orders == limit_) {
          result_.complete = false;
          break;
        }
        ++orders;
        if (seen_.insert(string_).second) result_.strings.push_back(string_);
        retreat();
      } else if (!advance()) {
        retreat();
      }
    }
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Step {
    std::size_t vertex;  // where the path stands
    std::size_t edge;    // by which it came
    std::size_t choice;  // the next one to try: edges that continue, then all edges after a break
    bool is_break;       // whether it came by a break
  };

  /// Takes the next edge from where the path stands that can be completed; false where none is left.
  bool advance() {
    const std::size_t vertex = steps_.back().vertex;
    const std::size_t first = graph_.first_edge(vertex);
    const std::size_t continuing = graph_.first_edge(vertex + 1) - first;
    const std::size_t choices = continuing + (breaks_left_ > 0 ? graph_.edges().size() : 0);
    const bool is_forced = breaks_left_ == 0 && has_one_choice(vertex);
    for (std::size_t& choice = steps_.back().choice; choice < choices;) {
      const bool is_break = choice >= continuing;
      const std::size_t e = is_break ? choice - continuing : first + choice;
      ++choice;
      if (remaining_[e] == 0 || (is_break && graph_.edges()[e].from == vertex)) continue;
      take(e, is_break);
      if (is_forced || fewest_breaks_(remaining_, graph_.edges()[e].to) <= breaks_left_) {
        steps_.push_back({graph_.edges()[e].to, e, 0, is_break});
        return true;
      }
      give_back(e, is_break);
    }
    return false;
  }

  bool has_one_choice(std::size_t vertex) const {
    std::size_t open = 0;
    for (std::size_t e = graph_.first_edge(vertex); e < graph_.first_edge(vertex + 1); ++e) {
      open += remaining_[e] > 0 ? 1 : 0;
    }
    return open == 1;
  }

  void take(std::size_t e, bool is_break) {
    --remaining_[e];
    breaks_left_ -= is_break ? 1 : 0;
    string_ += graph_.edges()[e].symbol;
  }

  void give_back(std::size_t e, bool is_break) {
    ++remaining_[e];
    breaks_left_ += is_break ? 1 : 0;
    string_.pop_back();
  }

  void retreat() {
    const Step step = steps_.back();
    steps_.pop_back();
    if (step.edge != kNone) give_back(step.edge, step.is_break);
  }

  const DeBruijnGraph& graph_;
  std::size_t limit_;
  FewestBreaks fewest_breaks_;
  std::vector<std::size_t> remaining_;
  std::size_t breaks_left_ = 0;
  std::vector<Step> steps_;
  std::string string_;
  std::unordered_set<std::string> seen_;
  StringPreimages result_;
};

}  // namespace

bool has_preimage(const DeBruijnGraph& graph) {
  return FewestBreaks(graph)(all_counts(graph), graph.start()) == 0;
}

std::string euler_string(const DeBruijnGraph& graph) {
  std::vector<std::size_t> remaining = all_counts(graph);
  std::vector<std::size_t> next;  // the first edge of each vertex that may be unmarked
  for (std::size_t v = 0; v < graph.n_vertices(); ++v) next.push_back(graph.first_edge(v));
  std::string string;
  string.reserve(graph.n_symbols());
  const auto append_circuit = [&](std::size_t q) {
    const auto old_size = static_cast<std::ptrdiff_t>(string.size());
    append_reversed_circuit(graph, q, remaining, next, string);
    std::reverse(string.begin() + old_size, string.end());
  };
  append_circuit(graph.start());
  for (std::size_t v = 0; v < graph.n_vertices(); ++v) append_circuit(v);
  return string;
}

StringPreimages preimages(const DeBruijnGraph& graph, std::size_t limit) {
  if (limit < 1) throw NumericalError("at most 0 pre-images asked for, expected a limit of at least 1");
  return Search(graph, limit).run();
}

std::vector<RankedString> ranked(std::vector<std::string> strings,
                                 const std::function<double(std::string_view)>& score) {
  std::vector<RankedString> result;
  for (std::string& string : strings) {
    const double value = score(string);
    if (std::isnan(value)) {
      throw NumericalError(fmt::format("the score of {} is not a number", base::excerpt(string)));
    }
    result.push_back({std::move(string), value});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const RankedString& a, const RankedString& b) { return a.score > b.score; });
  return result;
}

}  // namespace preimage::sequences
