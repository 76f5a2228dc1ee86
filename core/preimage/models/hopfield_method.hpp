#pragma once

#include <armadillo>

#include "preimage/models/method.hpp"
#include "preimage/regression/hopfield_network.hpp"

namespace preimage::models {

/// A form of outputs: what an associative memory stores, an input with its output.
struct CompletePatterns {
  arma::mat values;  // n x D
};
/// A form of inputs: what the memory is started from, the input with zeros for its output.
struct PartialPatterns {
  arma::mat values;  // n x D
};
inline std::size_t sample_count(const CompletePatterns& patterns) {
  return patterns.values.n_rows;
}
inline std::size_t sample_count(const PartialPatterns& patterns) {
  return patterns.values.n_rows;
}
inline CompletePatterns select(const CompletePatterns& patterns, const arma::uvec& positions) {
  return {patterns.values.rows(positions)};
}
inline PartialPatterns select(const PartialPatterns& patterns, const arma::uvec& positions) {
  return {patterns.values.rows(positions)};
}

struct HopfieldMethodOptions {
  regression::HopfieldOptions network = {};
  int steps = 700;               // iterations of the network
  bool compare_complete = true;  // the final state with whole patterns; else with their output part
};

/// Stores the complete training patterns, starts at partial patterns, and answers with the training sample nearest to
/// where the network stands after `steps` iterations. "We then chose as output the pre-image from the training data that
/// is closest to this solution"                                                              [TR-098, sec. 4.3]
class HopfieldMethod final : public Method {
 public:
  explicit HopfieldMethod(HopfieldMethodOptions options) : options_(options) {}

  void require(const samples::DataSet& data) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const linalg::KeptArrays& kept = {}) const override;

 private:
  HopfieldMethodOptions options_;
};

}  // namespace preimage::models
