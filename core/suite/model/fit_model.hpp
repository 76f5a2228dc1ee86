// From a reading of a config to a model of all its samples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "preimage/base/parameters.hpp"
#include "preimage/models/model_file.hpp"
#include "suite/study/cells.hpp"

namespace preimage::suite::model {

/// What the inner folds say of a learner.
struct JudgedLearner {
  std::string name;
  std::size_t grid_point = 0;
  base::Parameters chosen;  // at that point
  std::optional<double>
      inner_loss;  // nothing where there was nothing to choose, neither a point nor a learner
};

struct FitResult {
  models::ModelFile file;
  std::vector<JudgedLearner> judged;  // in the order of the config
  std::size_t taken = 0;              // which of them
  std::string criterion;              // the loss on inner folds
  std::size_t samples = 0;            // that the model is fitted to
};

/// Chooses hyper-parameters, and the learner where none is named, by the reading's inner folds on all samples, the first of
/// equals, and fits that once to all of them.
/// learner  a name of the reading's, or all are judged on the same inner folds
/// throws   ConfigError where the experiment keeps no models, where the learner is unknown or not for these samples, or has no output
///          to predict; NumericalError
FitResult fit_model(const study::CellBlock& block, const std::optional<std::string>& learner,
                    const data::DataSource& data);

}  // namespace preimage::suite::model
