#pragma once

#include <cstddef>
#include <vector>

#include "preimage/kernels/kernel.hpp"
#include "preimage/outputs/forms.hpp"

namespace preimage::sequences {

/// The counts of the n-grams of these orders that occur in some string, with a boundary: the features of
/// kernels::SpectrumKernel with a boundary, of consecutive orders.  [Cortes, Mohri and Weston 2005, sec. 4.2]
/// throws  std::invalid_argument for strings that cannot be cut (samples::cut), of more than
///         Alphabet::kMostPacked symbols, or of n-grams of which more than kMostCounts would be counted
/// cost    memory n numbers for each different n-gram
outputs::ExplicitFeatures ngram_features(const kernels::Strings& strings,
                                         const std::vector<std::size_t>& orders,
                                         samples::Tokens tokens = samples::Tokens::bytes);

inline constexpr double kMostCounts = 1 << 27;  // 1 GiB

}  // namespace preimage::sequences
