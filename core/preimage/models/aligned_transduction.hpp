#pragma once

#include <optional>
#include <vector>

#include "preimage/models/method.hpp"
#include "preimage/sequences/element_regression.hpp"
#include "preimage/sequences/ngram_language_model.hpp"

namespace preimage::models {

struct LanguageModelOptions {
  std::size_t order = 2;
  sequences::NgramSmoothing smoothing = {};
};

struct AlignedTransductionOptions {
  sequences::ElementRegressionOptions regression = {};
  std::optional<LanguageModelOptions> language_model = {};
  std::vector<double> weights = {0.0};  // of the model's log probability; of equals the smallest is preferred
};

/// Regression for learning transductions where the alignment is known: every element's symbol is predicted by
/// itself, and an n-gram model of the training outputs chooses among the strings.
///                                                             [Cortes, Mohri and Weston 2005, sec. 6.2]
MethodPtr aligned_transduction_method(AlignedTransductionOptions options);

}  // namespace preimage::models
