// Measures that several experiments report, bound to one draw's problem.
#pragma once

#include <memory>
#include <string>

#include "preimage/kernels/kernel.hpp"
#include "preimage/validation/problem.hpp"

namespace preimage::experiments::shared {

/// Zero-one loss of the predicted class, or of the class of the chosen training output.
validation::Measure class_measure(const std::string& name, const validation::Problem& problem);

/// Distance in the output kernel's feature space, or its square. Vector outputs need `kernel`, which
/// evaluates them; without it they have no such loss.
validation::Measure feature_distance_measure(
    const std::string& name, const validation::Problem& problem, bool squared,
    std::shared_ptr<const kernels::Kernel<kernels::Vectors>> kernel = nullptr);

/// ||y - y'||^2 for outputs that are vectors.
validation::Measure squared_error_measure(const std::string& name, const validation::Problem& problem);

/// The wrong symbols of a predicted string (or of the chosen training output), divided by the mean length of
/// the true strings it is tested with: so the mean over a fold is exactly the share of the fold's symbols
/// that are wrong, as the paper counts, and not a mean of shares in which short strings weigh more. Nothing
/// where the true strings have no symbol.
validation::Measure symbol_error_measure(const std::string& name, const validation::Problem& problem);

/// What an edit distance is divided by: the symbols of the true strings, or of the longer one of each pair
/// (which no distance exceeds).
enum class EditUnit { true_string, longer_string };

/// The fewest insertions, deletions and substitutions that make the true string from the predicted one, as a
/// share: the mean over a fold is all edits over all units of the fold, as for symbol_error_measure.
validation::Measure edit_error_measure(const std::string& name, const validation::Problem& problem,
                                       EditUnit unit);

/// 1 where the predicted string is not the true one, else 0.
validation::Measure string_error_measure(const std::string& name, const validation::Problem& problem);

/// 100 (1 - error) for papers that print accuracies: shown beside the error, never minimised.
validation::Measure as_percent_correct(const std::string& name, const validation::Measure& error);

}  // namespace preimage::experiments::shared
