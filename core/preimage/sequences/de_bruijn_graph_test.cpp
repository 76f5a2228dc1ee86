#include "preimage/sequences/de_bruijn_graph.hpp"

#include <map>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "testing/thrown_message.hpp"

using preimage::NumericalError;
using preimage::base::Random;
using preimage::testing::thrown_message;
using namespace preimage::sequences;
using preimage::samples::count_ngrams, preimage::samples::with_boundary;

namespace {

std::string graph_error(const NgramCounts& counts, std::size_t n, const std::string& start = "a",
                        const std::string& stop = "a") {
  return thrown_message<NumericalError>([&] { DeBruijnGraph(counts, n, start, stop); });
}

}  // namespace

TEST_CASE("a shorter string than the order has no n-grams, and its graph no edges") {
  CHECK(count_ngrams("ab", 3).empty());
  const DeBruijnGraph graph(count_ngrams("ab", 3), 3, "ab", "ab");
  CHECK(graph.n_symbols() == 0);
  CHECK(graph.n_vertices() == 1);
}

TEST_CASE("Figure 2: trigram abc is an edge from ab to bc, as often as it is counted") {
  const DeBruijnGraph graph({{"bcd", 2}, {"abd", 0}, {"abc", 3}}, 3, "ab", "cd");
  REQUIRE(graph.edges().size() == 2);
  CHECK(graph.n_vertices() == 3);
  CHECK(graph.n_symbols() == 5);
  const DeBruijnGraph::Edge& abc = graph.edges()[0];
  CHECK(abc.from == graph.start());
  CHECK(abc.to == graph.edges()[1].from);
  CHECK(abc.count == 3);
  CHECK(abc.symbol == 'c');
  CHECK(graph.edges()[1].to == graph.stop());
  CHECK(graph.first_edge(graph.stop()) == graph.first_edge(graph.stop() + 1));
}

TEST_CASE("counts that no string has are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(graph_error({{"ab", -1}}, 2) ==
        "count of n-gram 'ab' is -1, expected a whole number from 0 to 10000000");
  CHECK(graph_error({{"ab", 1e300}}, 2) ==
        "count of n-gram 'ab' is 1e+300, expected a whole number from 0 to 10000000");
  CHECK(graph_error({{"ab", 0.5}}, 2) ==
        "count of n-gram 'ab' is 0.5, expected a whole number from 0 to 10000000");
  CHECK(graph_error({{"a\n", nan}}, 2) ==
        "count of n-gram 'a\\n' is nan, expected a whole number from 0 to 10000000");
  CHECK(graph_error({{"ab", 6e6}, {"ba", 6e6}}, 2) == "the n-gram counts sum to more than 10000000");
  CHECK(graph_error({{"ab", 1}, {"ba", 1}, {"ab", 0}}, 2) == "n-gram 'ab' is given twice");
  CHECK(graph_error({{"abc", 1}}, 2) == "n-gram 'abc' has 3 symbols, expected 2");
  CHECK(graph_error({{"a", 1}}, 1, "", "") == "De Bruijn graph of 1-grams, expected at least 2-grams");
  CHECK(graph_error({}, 2, "ab") == "start vertex 'ab' has 2 symbols, expected 1 for n-grams of 2");
  CHECK(graph_error({}, 2, "a", "") == "stop vertex '' has 0 symbols, expected 1 for n-grams of 2");
  CHECK(thrown_message<NumericalError>([] { count_ngrams("a", 0); }) ==
        "n-grams of 0 symbols, expected at least 1");
  CHECK(thrown_message<NumericalError>([] { with_boundary("a#b", 2, '#'); }) ==
        "'a#b' holds the boundary symbol '#'");
}
