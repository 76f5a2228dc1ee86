// Lists of samples, whatever they are: how many, and some of them. A type of samples has both functions, here or in its
// own namespace.
#pragma once

#include <armadillo>
#include <cstddef>
#include <vector>

#include "preimage/armadillo.hpp"
#include "preimage/linalg/gather.hpp"

namespace preimage::samples {

/// Rows are samples.
inline std::size_t sample_count(const arma::mat& samples) {
  return samples.n_rows;
}

template <class Sample>
std::size_t sample_count(const std::vector<Sample>& samples) {
  return samples.size();
}

/// Samples `numbers`, in that order; any may come twice.
inline arma::mat select(const arma::mat& samples, const arma::uvec& numbers) {
  return linalg::gathered_rows(samples, numbers);
}

template <class Sample>
std::vector<Sample> select(const std::vector<Sample>& samples, const arma::uvec& numbers) {
  std::vector<Sample> selected;
  selected.reserve(numbers.n_elem);
  for (const arma::uword number : numbers) selected.push_back(samples[number]);
  return selected;
}

}  // namespace preimage::samples
