#pragma once

#include <cstddef>
#include <vector>

#include "preimage/decoders/decoder.hpp"

namespace preimage::sequences {

struct EulerPathOptions {
  std::size_t order = 2;                // of the n-grams that become edges of the graph
  std::vector<std::size_t> pool = {2};  // orders, from `order` on, whose predicted counts are put together
  /// The counts' thresholds come from predictions for the training samples by the model fitted to all, or to
  /// the others.
  bool leave_one_out_thresholds = false;
  /// The string of a graph: the first path, or of several strings the most probable one under a language
  /// model.
  bool chooses_by_model = false;
  std::size_t limit = 100;  // strings that are looked at, where a model chooses
};

/// A string by an Euler path through predicted n-gram counts.
///     [Cortes, Mohri and Weston 2005, sec. 4, 6.3 and 4.10]
/// It needs outputs with explicit features that count n-grams (outputs::ExplicitFeatures::ngrams).
/// throws  std::invalid_argument for an order below 2, and where `pool` is empty or has a lower order
decoders::DecoderRecipe euler_path_decoder(const EulerPathOptions& options);

}  // namespace preimage::sequences
