#pragma once

#include <memory>
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
class AlignedTransductionMethod final : public Method {
 public:
  explicit AlignedTransductionMethod(AlignedTransductionOptions options,
                                     std::shared_ptr<sequences::SharedWork> work = nullptr);

  void require(const samples::DataSet& data) const override;
  std::size_t grid_size() const override { return options_.weights.size(); }
  base::Parameters parameters(std::size_t g) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override;

 private:
  AlignedTransductionOptions options_;
  std::shared_ptr<sequences::SharedWork> work_;
};

}  // namespace preimage::models
