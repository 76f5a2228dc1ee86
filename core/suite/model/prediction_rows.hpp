// Predictions for new inputs as rows of a table.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "suite/model/saved_model.hpp"

namespace preimage::suite::model {

/// A table of texts, one row per input; of images one per box that was found.
struct PredictionRows {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// How many inputs had an iterative decoder, and for how many it did not converge.
struct Convergence {
  std::size_t inputs = 0, not_converged = 0;
};

/// The last column of inputs of a table: 1 where study::InputBlock::is_far, else 0.
inline constexpr const char* kFarFromTraining = "far_from_training";

/// The predictions for a block of inputs: their names, then what is predicted, then scores where there are
/// any, probabilities where they are asked for, and which inputs are far:
///   classes, label sets, strings  one column; of label sets that came from a column per label these columns,
///                                 of 0 and 1
///   vectors                       one column per number
///   boxes                         left, top, width, height, score; a row per box
/// throws  what FittedMethod::predict throws
PredictionRows prediction_rows(const SavedModel& model, const study::InputBlock& block,
                               const std::string& name_of_names, Convergence& convergence,
                               bool with_probabilities = false);

bool predicts_vectors(const SavedModel& model);

/// The predictions for the same block as vectors, t x d.
/// throws  std::invalid_argument where they are no vectors
arma::mat predicted_vectors(const SavedModel& model, const study::InputBlock& block,
                            Convergence& convergence);

}  // namespace preimage::suite::model
