#pragma once

#include <armadillo>
#include <cstddef>
#include <set>
#include <vector>

#include "preimage/samples/select.hpp"

namespace preimage::samples {

/// Label sets of data with a known number of labels, whether a sample has each of them or not: the rows of an indicator
/// matrix. Labels are numbers from 0 to labels - 1.
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

}  // namespace preimage::samples
