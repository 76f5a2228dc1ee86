// Strings as n-gram counts.  [Cortes, Mohri and Weston 2005, sec. 4.2 and 4.3]
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace preimage::samples {

/// The distinct texts and how often each occurs, in byte order. The texts must outlive the views.
/// cost  O(N log N)
std::vector<std::pair<std::string_view, double>> counted(std::vector<std::string_view> texts);

/// One coordinate of Phi_n(x): |x|_u, how often the n-gram u occurs in x. A double, because it may come from
/// a regression; what is not a whole number from 0 up is refused where it is used.
struct NgramCount {
  std::string ngram;
  double count = 0.0;
};
/// Sparse: n-grams that are left out have count 0.
using NgramCounts = std::vector<NgramCount>;

/// Phi_n(x), of which SpectrumKernel is the inner product: the n-grams that occur in x, in byte order. A
/// string shorter than n has none.
/// throws  NumericalError where n is 0
/// cost    O(|x| n log |x|)
NgramCounts count_ngrams(std::string_view x, std::size_t n);

/// The word with n-1 boundary symbols in front and n-1 behind, so that its counts make a circuit through the
/// vertex of n-1 boundary symbols (footnote 2: one start and stop symbol for all). A word w has |w| + n - 1
/// n-grams then, whatever its length: no word is too short for an order, not even the empty one.
/// throws NumericalError where n is 0 or the word holds the boundary symbol
std::string with_boundary(std::string_view word, std::size_t n, char boundary);

/// The text without its boundary symbols, wherever they stand (decoded counts need not have them at the
/// ends).
std::string without_boundary(std::string_view text, char boundary);

}  // namespace preimage::samples
