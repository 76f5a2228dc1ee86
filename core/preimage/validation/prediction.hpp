#pragma once

#include <armadillo>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "preimage/detection/detections.hpp"

namespace preimage::validation {

using Indices = arma::uvec;  // sample numbers of one draw of an experiment

/// Hyper-parameters by name.
using Parameters = std::vector<std::pair<std::string, double>>;

/// Which sample's output was chosen as the pre-image, one per test sample (a sample number, not a position).
struct Chosen {
  Indices samples;
};
/// A class per test sample.
struct Classes {
  std::vector<int> classes;
};
/// An output vector per test sample (rows), from a decoder that is not bound to training outputs.
struct Outputs {
  arma::mat vectors;
};
/// A string per test sample, put together symbol by symbol.
struct Strings {
  std::vector<std::string> strings;
};
/// What was found in each test image: boxes with falling scores, which compare across images.
struct Detections {
  std::vector<std::vector<detection::ScoredBox>> boxes;
};
/// No answer: of a learner that only measures its training samples, see Prediction::statistics.
struct NoAnswer {};

/// What a learner says about a list of test samples.
struct Prediction {
  std::variant<Chosen, Classes, Outputs, Strings, Detections, NoAnswer> value;
  std::vector<std::string> notes = {};  // for the record: "largest step of the last iteration 0.1"
  /// How the decoder fared, one value per test sample: "converged" (1 or 0), "iterations", "residual".
  std::map<std::string, arma::vec> diagnostics = {};
  /// Numbers of the fit as a whole, by name: a bandwidth aligned with the training outputs, a chosen nu.
  std::map<std::string, double> statistics = {};
};

}  // namespace preimage::validation
