// From a reading of a config to a model of all its samples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "preimage/base/parameters.hpp"
#include "preimage/models/model_file.hpp"
#include "suite/study/constant_answer.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::model {

/// What the inner folds say of a learner.
struct JudgedLearner {
  std::string name;
  std::size_t grid_point = 0;
  base::Parameters chosen;  // at that point
  std::optional<double>
      inner_loss;            // nothing where there was nothing to choose, neither a point nor a learner
  double inner_error = 0.0;  // how far rounding may have moved it
};

struct FitResult {
  models::ModelFile file;
  std::vector<JudgedLearner> judged;              // in the order of the config
  std::size_t taken = 0;                          // which of them
  std::string criterion;                          // the loss on inner folds
  std::optional<study::ConstantAnswer> constant;  // on the inner folds of the one that is taken
  std::vector<std::string> notes;                 // lost digits, or training that did not converge
  std::size_t samples = 0;                        // that the model is fitted to
};

struct FitRequest {
  std::optional<std::string> learner;  // else the one with the smallest inner loss
  /// Fitted to the training samples of this outer fold of the first repetition alone, with its inner folds:
  /// the model of a cell, whose test samples it has not seen. Else to all samples.
  std::optional<int> outer_fold;
};

/// Chooses hyper-parameters, and the learner where none is named, by the reading's inner folds on all
/// samples, the first of equals, and fits that once to all of them.
/// throws  ConfigError where the experiment keeps no models, there is no such fold, or the learner is
///         unknown, not for these samples, or has no output to predict; NumericalError
FitResult fit_model(const study::PlannedReading& planned, const FitRequest& request,
                    const data::DataSource& data);

}  // namespace preimage::suite::model
