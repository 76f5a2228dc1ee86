#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "preimage/samples/sample_set.hpp"

namespace preimage::models {

/// Tells what a method that looks at a data set from now on has lost because kernel values are rounded.
class LostDigits {
 public:
  explicit LostDigits(samples::DataSet data);

  /// "lost_input_digits" and "lost_output_digits": one value per test sample, 1 where kernel values were
  /// looked at that have lost the digits which tell the sample's neighbours apart (kernels/lost_digits.hpp).
  /// Only those of which any is 1.
  std::map<std::string, arma::vec> of(const arma::uvec& test) const;

 private:
  struct Reads {
    std::size_t inputs, outputs;
  };
  Reads reads() const;

  samples::DataSet data_;
  Reads before_;
};

}  // namespace preimage::models
