// What a method says about a list of inputs.
#pragma once

#include <armadillo>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "preimage/samples/box.hpp"

namespace preimage::outputs {

/// Which training sample's output was chosen as the pre-image, one per input (its number in the data set, not its position).
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
};
/// A string per input, put together symbol by symbol.
struct NewStrings {
  std::vector<std::string> strings;
};
/// What was found in each image: boxes with falling scores, which compare across images.
struct Detections {
  std::vector<std::vector<samples::ScoredBox>> boxes;
};
/// No answer: of a method that only measures its training samples, see Prediction::statistics.
struct NoAnswer {};

struct Prediction {
  std::variant<Chosen, Classes, NewVectors, NewStrings, Detections, NoAnswer> value;
  std::vector<std::string> notes = {};  // for the record: "pre-image not converged for 3 of 800 samples"
  /// How the decoder fared, one value per input: "converged" (1 or 0), "iterations", "residual".
  std::map<std::string, arma::vec> diagnostics = {};
  /// Numbers of the fit as a whole, by name: a bandwidth aligned with the training outputs, a chosen nu.
  std::map<std::string, double> statistics = {};
};

}  // namespace preimage::outputs
