#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>

#include "preimage/validation/problem.hpp"

namespace preimage::validation {

/// Tells what a learner that looks at a problem from now on has lost because kernel values are rounded.
class LostDigits {
 public:
  explicit LostDigits(const Problem& problem);

  /// "lost_input_digits" and "lost_output_digits": one value per test sample, 1 where kernel values were
  /// looked at that have lost the digits which tell the sample's neighbours apart (kernels/lost_digits.hpp).
  /// Only those of which any is 1.
  std::map<std::string, arma::vec> of(const Indices& test) const;

 private:
  std::array<std::size_t, 3> looks() const;

  const Problem& problem_;
  std::array<std::size_t, 3> before_;
};

}  // namespace preimage::validation
