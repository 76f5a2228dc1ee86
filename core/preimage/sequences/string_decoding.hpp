// Output strings by nearest positions of training strings, as the per-position decoder and the window
// baseline share it.
#pragma once

#include <armadillo>
#include <cstdint>
#include <string>
#include <vector>

#include "preimage/samples/sample_set.hpp"
#include "preimage/sequences/per_position.hpp"

namespace preimage::sequences {

struct StringDecodingOptions {
  PerPositionOptions positions = {};
  std::uint64_t seed = 0;       // of ties at random
  bool is_length_known = true;  // the output is as long as the input; else its length is predicted first, or
                                // found with positions.has_stop
};

/// The outputs of these inputs, strings, from the positions of training strings.
class StringDecoding {
 public:
  /// throws  std::invalid_argument where the length is known and a training output is not as long as its
  ///         input; NumericalError where there are fewer than k positions
  StringDecoding(const samples::DataSet& training, const StringDecodingOptions& options);

  /// embedding_distances  t x m: || predicted embedding of input i - embedding of training output j ||^2
  /// errors               t x m, of these
  /// throws               NumericalError as PerPosition
  std::vector<std::string> decode(const samples::SampleSet& inputs, const arma::mat& embedding_distances,
                                  const arma::mat& errors) const;

 private:
  StringDecodingOptions options_;
  PerPosition positions_;
};

/// throws  std::invalid_argument "`who` needs inputs and outputs that are strings"
void require_strings(const samples::DataSet& data, const std::string& who);

}  // namespace preimage::sequences
