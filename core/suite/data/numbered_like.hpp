// Classes and labels of two files under the same numbers.
#pragma once

#include "suite/data/vectors.hpp"

namespace preimage::suite::data {

/// Samples of another file with classes and labels numbered as in `first`: equal texts, equal numbers; what
/// `first` does not have comes after. Numbers and strings stay as they are.
Outputs numbered_like(const Outputs& first, Outputs samples);

}  // namespace preimage::suite::data
