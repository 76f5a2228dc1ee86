// Pre-images of n-gram kernels: strings with given n-gram counts, as paths that use every edge of a De Bruijn
// graph once.                                               [Cortes, Mohri and Weston 2005, sec. 4.3 to 4.10]
//
// Every edge gives one symbol, the last one of its n-gram; the n-1 symbols of the start vertex are not
// repeated. So all strings below have exactly sum_u y_u symbols (sec. 4.10: |x| = sum_i y_i), and
//   start + string  has the counts y where y has a pre-image;
//   of with_boundary(w)  the string is w and n-1 boundary symbols behind it: |w| + n - 1 symbols.
// Without with_boundary() a string shorter than n has no n-grams, and no counts give back the empty string.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "preimage/sequences/de_bruijn_graph.hpp"

namespace preimage::sequences {

/// Theorem 4.6, corrected: y admits a pre-image from start to stop if and only if, with one more edge from
/// stop to start, in-degree = out-degree at every vertex *and all edges are connected*.
/// DEVIATION: the theorem as printed omits that the graph must be connected (experiments/ERRATA.md).
/// cost  O(g) for g different n-grams
bool has_preimage(const DeBruijnGraph& graph);

/// EULER(q) of sec. 4.7 for q = start, then, as sec. 4.10 says for graphs that are not Eulerian or not
/// connected, for each vertex q that still has unmarked outgoing edges; the paths are concatenated in the
/// order of the calls. A pre-image where there is one. Without recursion, and the same path as with it.
/// Order, which the paper leaves open: vertices in byte order; the edges of a vertex lowest symbol first
/// (that is the order of examining: the pseudocode prepends, so what is examined first stands last).
///                                                               [Cortes, Mohri and Weston 2005, eq. (12)]
/// cost  O(sum_u y_u)
std::string euler_string(const DeBruijnGraph& graph);

struct StringPreimages {
  std::vector<std::string> strings;  // different from each other, in the order in which they were found
  std::size_t breaks = 0;            // of every string; 0 where y has a pre-image
  bool complete = false;             // false: there are more orders of the edges than the limit
};

/// All strings that come from an order of the edges with as few breaks as any has. A break is a place where
/// an edge does not leave the vertex that the edge before it entered, where the start vertex counts as
/// entered before the first edge and the stop vertex as left after the last. So
///   - where y has a pre-image, these are all of its pre-images, in byte order (sec. 4.8);
///   - where y is that of a string with one count changed by one, an order with one symbol inserted or
///     deleted where that edge comes or goes is among them (sec. 4.10).
/// The paper's pseudocode cannot do the second: it reaches one of the two strings of Figure 5.
/// limit  >= 1, of orders looked at (of non-Eulerian graphs, several may spell one string)
/// Order: at each symbol first the edges that continue the path, lowest symbol first, then those after a
/// break, in byte order of their n-grams.
/// throws  NumericalError (limit 0)
/// cost    O(limit sum_u y_u a g) for g different n-grams and a choices at a symbol: the alphabet, or g where
///         a break is possible; O(a) for a symbol without a choice
StringPreimages preimages(const DeBruijnGraph& graph, std::size_t limit);

struct RankedString {
  std::string string;
  double score = 0.0;
};

/// Highest score first, equal ones in the order given (sec. 4.10: an n-gram model chooses among several
/// pre-images). score: called once per string, for example a log probability.
/// throws NumericalError where a score is NaN
std::vector<RankedString> ranked(std::vector<std::string> strings,
                                 const std::function<double(std::string_view)>& score);

}  // namespace preimage::sequences
