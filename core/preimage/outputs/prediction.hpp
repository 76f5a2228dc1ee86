// What a method says about a list of inputs.
#pragma once

#include <armadillo>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "preimage/base/lazy.hpp"
#include "preimage/samples/box.hpp"

namespace preimage::outputs {

/// Which training sample's output was chosen as the pre-image, one per input (its number in the data set, not
/// its position).
struct Chosen {
  arma::uvec samples;
};
/// A class per input.
struct Classes {
  std::vector<int> classes;
};
/// An output vector per input (rows), from a decoder that is not bound to training outputs.
struct NewVectors {
  arma::mat vectors;
  /// How far the fit's rounding may have moved each; empty where it is not known. Computed where it is asked
  /// for.
  base::Lazy<arma::vec> errors{arma::vec()};
};
/// A string per input, put together symbol by symbol.
struct NewStrings {
  std::vector<std::string> strings;
};
/// A set of labels per input, which need not be that of a training sample.
struct NewLabelSets {
  std::vector<std::set<int>> sets;
};
/// What was found in each image: boxes with falling scores, which compare across images.
struct Detections {
  std::vector<std::vector<samples::ScoredBox>> boxes;
};
/// No answer: of a method that only measures its training samples, see Prediction::statistics.
struct NoAnswer {};

/// Decision values of t inputs for c classes: the larger, the rather that class. Their argmax is the
/// prediction, but where values are equal to rounding. They are no probabilities. What they are, by method:
///   nearest candidate (kernel dependency estimation, mean output, k nearest neighbours), f(x) the point that
///   is decoded:
///     s_c(x) = (2 <f(x), phi(c)> - |phi(c)|^2 + M) / (2 M),   M = max_c |phi(c)|^2,
///     which falls with the distance of f(x) from phi(c); along the kept directions alone where not all are
///     kept. Under the class kernel with all directions it is the sum of the weights of that class's training
///     samples: the share of the class among k neighbours, its frequency for the mean output.
///   one-vs-rest SVM: w_c . x + b_c.
///   joint kernel support estimation: sum_i a_i K(x, x_i) L(y_i, c).
struct Scores {
  arma::mat values;          // t x c
  std::vector<int> classes;  // c, ascending: those of the training outputs that can be predicted
};

/// What tells each class from the rest, t x c: the scores; of two classes t x 1, s_1 - s_0; of one t x 0.
inline arma::mat margins(const Scores& scores) {
  if (scores.classes.size() > 2) return scores.values;
  return scores.values.tail_cols(scores.values.n_cols - 1) -
         scores.values.head_cols(scores.values.n_cols - 1);
}

/// Diagnostics, 1 for each input, of a fit whose equations have lost all but a few digits, and of one whose
/// training stopped before it converged.
inline constexpr const char* kIllConditioned = "ill_conditioned";
inline constexpr const char* kNotTrained = "training_not_converged";

struct Prediction {
  std::variant<Chosen, Classes, NewVectors, NewStrings, NewLabelSets, Detections, NoAnswer> value;
  std::vector<std::string> notes = {};  // for the record: "pre-image not converged for 3 of 800 samples"
  /// How the decoder fared, one value per input: "converged" (1 or 0), "iterations", "residual".
  std::map<std::string, arma::vec> diagnostics = {};
  /// Numbers of the fit as a whole, by name: a bandwidth aligned with the training outputs, a chosen nu.
  std::map<std::string, double> statistics = {};
  /// Where the outputs are classes (kernels::Labels, with a kernel on them) and the method has such values.
  std::optional<Scores> scores = std::nullopt;
  /// What the fit leaves to be said of all its predictions: lost digits, or training that did not converge.
  /// For the record, behind notes.
  std::vector<std::string> fit_notes = {};
  /// Where they were asked for (models/class_probabilities.hpp): t x c, rows that sum to 1.
  std::optional<Scores> probabilities = std::nullopt;
};

}  // namespace preimage::outputs
