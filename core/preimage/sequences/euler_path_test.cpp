#include "preimage/sequences/euler_path.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include <doctest/doctest.h>

#include "preimage/base/text.hpp"
#include "preimage/sequences/euler_path_decoder.hpp"
#include "preimage/sequences/testing_strings.hpp"

using preimage::base::Random;
using namespace preimage::sequences;
using namespace preimage::samples;
using namespace preimage::testing;

namespace {

using StringSet = std::set<std::string>;
constexpr std::size_t kNoLimit = 1'000'000;

/// The pseudocode of sec. 4.7, line by line, on H_{y,n}.
std::string printed_euler(std::size_t q, const std::vector<DeBruijnGraph::Edge>& edges,
                          std::vector<bool>& marked) {
  std::string path;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (edges[e].from != q || marked[e]) continue;
    marked[e] = true;
    path = edges[e].symbol + printed_euler(edges[e].to, edges, marked) + path;
  }
  return path;
}

std::string printed_generalised_euler(const DeBruijnGraph& graph) {
  const std::vector<DeBruijnGraph::Edge> edges = single_edges(graph);
  std::vector<bool> marked(edges.size(), false);
  std::string path = printed_euler(graph.start(), edges, marked);
  for (std::size_t q = 0; q < graph.n_vertices(); ++q) path += printed_euler(q, edges, marked);
  return path;
}

/// What the pseudocode gives for every order of examining the edges, as far as it is one for all calls.
StringSet printed_euler_of_all_orders(const DeBruijnGraph& graph) {
  const std::vector<DeBruijnGraph::Edge> edges = single_edges(graph);
  std::vector<std::size_t> order(edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  StringSet strings;
  do {
    std::vector<DeBruijnGraph::Edge> ordered;
    for (std::size_t e : order) ordered.push_back(edges[e]);
    std::vector<bool> marked(edges.size(), false);
    strings.insert(printed_euler(graph.start(), ordered, marked));
  } while (std::next_permutation(order.begin(), order.end()));
  return strings;
}

}  // namespace

TEST_CASE("Figures 3 to 6: pre-images, those that the pseudocode reaches, and the path of the algorithm") {
  struct Figure {
    const char* name;
    std::vector<double> counts;
    bool has_preimage;
    std::size_t breaks;
    std::vector<std::string> preimages;
    StringSet printed;  // by the pseudocode, for every order of examining the edges
    std::string path;
  };
  // Of figure 5 the pseudocode only reaches one of the two: the call on b below c takes all the edges bc that
  // are left. Of figure 6 4 edges make 4 symbols, one fewer than the bcbca that is printed.
  const std::vector<Figure> figures = {
      {"3: one pre-image", {0, 1, 0, 0, 0, 2, 1, 1, 0}, true, 0, {"bcbca"}, {"bcbca"}, "bcbca"},
      {"4: cc once more",
       {0, 1, 0, 0, 0, 2, 1, 1, 1},
       true,
       0,
       {"bcbcca", "bccbca"},
       {"bcbcca", "bccbca"},
       "bcbcca"},
      {"5: bc once more", {0, 1, 0, 0, 0, 3, 1, 1, 0}, false, 1, {"bcbcca", "bccbca"}, {"bcbcca"}, "bcbcca"},
      {"6: bc once less", {0, 1, 0, 0, 0, 1, 1, 1, 0}, false, 1, {"bbca", "bcba"}, {"bcba", "bcab"}, "bcba"}};
  for (const Figure& one : figures) {
    CAPTURE(one.name);
    const DeBruijnGraph graph = figure(one.counts);
    CHECK(has_preimage(graph) == one.has_preimage);
    CHECK(preimages(graph, 1).complete == (one.preimages.size() == 1));
    const StringPreimages found = preimages(graph, kNoLimit);
    CHECK(found.complete);
    CHECK(found.breaks == one.breaks);
    if (one.has_preimage)
      CHECK(found.strings == one.preimages);
    else
      CHECK(StringSet(found.strings.begin(), found.strings.end()) ==
            StringSet(one.preimages.begin(), one.preimages.end()));
    CHECK(printed_euler_of_all_orders(graph) == one.printed);
    CHECK(euler_string(graph) == one.path);
  }
  for (const char* of_figure_6 : {"bbca", "bcba"})
    CHECK(preimage::base::edit_distance(of_figure_6, "bcbca") == 1);
}

TEST_CASE("Theorem 4.6 as printed: degrees may agree everywhere and yet there is no pre-image") {
  // ab, ba and cd, dc: in-degree = out-degree = 1 at every vertex, but no string has these counts.
  const NgramCounts counts = {{"ab", 1}, {"ba", 1}, {"cd", 1}, {"dc", 1}};
  CHECK_FALSE(has_preimage(DeBruijnGraph(counts, 2, "a", "a")));
  for (const std::string& x : all_strings(5, "abcd")) {
    const NgramCounts of_x = count_ngrams(x, 2);
    CHECK_FALSE(std::equal(of_x.begin(), of_x.end(), counts.begin(), counts.end(),
                           [](const auto& a, const auto& b) { return a.ngram == b.ngram; }));
  }
  CHECK(has_preimage(DeBruijnGraph({{"ab", 1}, {"ba", 1}}, 2, "a", "a")));
  CHECK_FALSE(has_preimage(DeBruijnGraph({{"ab", 1}, {"ba", 1}}, 2, "c", "c")));  // not from where we start
  // The generalised algorithm goes on at the lowest vertex with unmarked edges.
  CHECK(euler_string(DeBruijnGraph(counts, 2, "a", "a")) == "badc");
}

TEST_CASE(
    "true counts give back a string with the same counts, and without boundary symbols the word's length") {
  Random random(2);
  for (const std::string alphabet : {"a", "ab", "abcdef", "\x01\x80\xff"}) {
    for (std::size_t n = 2; n <= 5; ++n) {
      for (std::size_t length = 0; length <= 40; length += 1 + length / 4) {
        const std::string word = random_string(length, alphabet, random);
        const std::string ends(n - 1, '#');
        const DeBruijnGraph graph = graph_of(with_boundary(word, n, '#'), n);
        const std::string string = euler_string(graph);
        CHECK(has_preimage(graph));
        CHECK(string.size() == graph.n_symbols());
        CHECK(string.size() == length + n - 1);
        CHECK(same_counts(ends + string, with_boundary(word, n, '#'), n));
        CHECK(without_boundary(string, '#').size() == length);
        if (length < n - 1) continue;
        const DeBruijnGraph open = graph_of(word, n);
        CHECK(has_preimage(open));
        CHECK(same_counts(word.substr(0, n - 1) + euler_string(open), word, n));
      }
    }
  }
}

TEST_CASE(
    "an order longer than the word: boundary symbols give the word back, plain counts the empty string") {
  for (const std::string word : {"", "a", "abc"}) {
    const DeBruijnGraph graph = graph_of(with_boundary(word, 9, '#'), 9);
    CHECK(preimages(graph, 1).complete);
    CHECK(without_boundary(euler_string(graph), '#') == word);
  }
  const DeBruijnGraph none(count_ngrams("abc", 9), 9, "aaaaaaaa", "aaaaaaaa");
  CHECK(has_preimage(none));
  CHECK(euler_string(none).empty());
  CHECK(preimages(none, 1).strings == std::vector<std::string>{""});
}

TEST_CASE("without recursion EULER gives the path of the printed pseudocode, Eulerian or not") {
  Random random(3);
  for (int draw = 0; draw < 2000; ++draw) {
    const DeBruijnGraph graph = random_graph(2 + random.below(2), "abc", random);
    const std::string string = euler_string(graph);
    CHECK(string == printed_generalised_euler(graph));
    CHECK(string.size() == graph.n_symbols());
  }
}

TEST_CASE(
    "a word of 10^6 symbols decodes in linear time without recursion, whether its graph is small or large") {
  Random random(7);
  const std::string word = random_string(1'000'000, "abcdefghijklmnopqrstuvwxyz", random);
  for (const std::size_t n : {2, 5}) {
    const DeBruijnGraph graph = graph_of(with_boundary(word, n, '#'), n);
    const std::string string = euler_string(graph);  // linear: seconds would be minutes if it were not
    CHECK(same_counts(std::string(n - 1, '#') + string, with_boundary(word, n, '#'), n));
  }
}

TEST_CASE("n-grams of an order are counted from n-grams of that order on") {
  for (const auto& [order, pool] : std::vector<std::pair<std::size_t, std::vector<std::size_t>>>{
           {3, {2}}, {3, {4, 2}}, {2, {}}, {1, {1}}, {0, {2}}})
    CHECK_THROWS_AS(euler_path_decoder({.order = order, .pool = pool}), std::invalid_argument);
  CHECK_NOTHROW(euler_path_decoder({.order = 3, .pool = {4, 3}}));
}
