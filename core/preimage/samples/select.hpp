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

/// Whether these are first, first + 1, first + 2, ...: blocks of a data set are, and can be copied as a whole.
inline bool are_consecutive(const arma::uvec& numbers) {
  for (arma::uword i = 1; i < numbers.n_elem; ++i) {
    if (numbers[i] != numbers[0] + i) return false;
  }
  return !numbers.is_empty();
}

/// Samples `numbers`, in that order; any may come twice.
inline arma::mat select(const arma::mat& samples, const arma::uvec& numbers) {
  if (are_consecutive(numbers)) return samples.rows(numbers.front(), numbers.back());
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
