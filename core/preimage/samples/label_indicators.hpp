#pragma once

#include <armadillo>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "preimage/samples/sample_set.hpp"

namespace preimage::samples {

/// Label sets of data with a known number of labels, whether a sample has each of them or not: the rows of an
/// indicator matrix. Labels are numbers from 0 to labels - 1.
struct LabelIndicators {
  std::vector<std::set<int>> sets;
  std::size_t labels = 0;  // columns of the matrix
};
inline std::size_t sample_count(const LabelIndicators& samples) {
  return samples.sets.size();
}
inline LabelIndicators select(const LabelIndicators& samples, const arma::uvec& numbers) {
  return {select(samples.sets, numbers), samples.labels};
}

/// Classes that go by names: sample i is of class (*names)[classes[i]]. What is said of classes outside the
/// data (which mistake costs what) names them; numbers are the data's own.
struct NamedClasses {
  std::vector<int> classes;
  std::shared_ptr<const std::vector<std::string>> names;
  bool are_levels = false;  // their numbers are places in an order: low, mid, high

  const std::string& name(std::size_t i) const { return (*names)[static_cast<std::size_t>(classes[i])]; }
};
inline std::size_t sample_count(const NamedClasses& samples) {
  return samples.classes.size();
}
inline NamedClasses select(const NamedClasses& samples, const arma::uvec& numbers) {
  return {select(samples.classes, numbers), samples.names, samples.are_levels};
}

}  // namespace preimage::samples
