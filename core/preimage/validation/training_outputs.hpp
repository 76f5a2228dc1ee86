// The training outputs of one split as decoders see them, and predictions in their feature space.
#pragma once

#include <armadillo>
#include <memory>
#include <optional>

#include "preimage/outputs/output_space.hpp"
#include "preimage/validation/problem.hpp"

namespace preimage::validation {

/// The outputs that one split of a problem trains on. The problem must outlive it.
class TrainingOutputs : public outputs::OutputSpace {
 public:
  TrainingOutputs(const Problem& problem, Indices train, outputs::ComponentCut cut,
                  outputs::Centring centring = outputs::Centring::training_mean);

  const Problem& problem() const { return problem_; }
  const Indices& train() const { return train_; }

 private:
  const Problem& problem_;
  Indices train_;
};

/// A prediction in the output feature space.
struct FeaturePrediction {
  outputs::FeaturePoints points;  // of the test samples
  /// The same model's prediction for the training samples, where the decoder asked for it.
  std::optional<outputs::FeaturePoints> fitted = std::nullopt;
};

}  // namespace preimage::validation
