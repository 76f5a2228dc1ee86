#pragma once

#include <armadillo>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "preimage/samples/select.hpp"

namespace preimage::samples {

/// Classes that go by names: sample i is of class (*names)[classes[i]]. What is said of classes outside the data (which
/// mistake costs what) names them; numbers are the data's own.
struct NamedClasses {
  std::vector<int> classes;
  std::shared_ptr<const std::vector<std::string>> names;

  const std::string& name(std::size_t i) const { return (*names)[static_cast<std::size_t>(classes[i])]; }
};
inline std::size_t sample_count(const NamedClasses& samples) {
  return samples.classes.size();
}
inline NamedClasses select(const NamedClasses& samples, const arma::uvec& numbers) {
  return {select(samples.classes, numbers), samples.names};
}

}  // namespace preimage::samples
