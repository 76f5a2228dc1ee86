// The only writer of references.
#pragma once

#include "suite/results/checked_results.hpp"

namespace preimage::suite::results {

/// Makes the latest results of a profile (of options.configs alone, where any are named), those of plain
/// runs, the reference, all its files at once or none, and says what that changes. Other files of the
/// reference stay. Each number keeps with it how far it may move:
///   with runs to measure by (options.spread)  tolerance_of_spread of the largest |theirs - ours|,
///   else                                       what the reference said before, or
///                                              tolerance_of_standard_error (regression.hpp).
/// Each of those runs is a results folder of the same profile, made by the same versions from the same inputs
/// under another BLAS core type.
/// plan, chosen  as latest_numbers
/// throws  as latest_numbers, and DataError for a number without provenance or value, and for a run that is
///         none of that
void update_reference(const CheckOptions& options, study::Plan plan, const std::vector<ChosenTable>& chosen);

}  // namespace preimage::suite::results
