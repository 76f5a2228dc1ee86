// Some of a list of samples, whatever they are.
#pragma once

#include <armadillo>
#include <vector>

namespace preimage::samples {

/// Samples `numbers`, in that order; any may come twice. Rows are samples.
inline arma::mat select(const arma::mat& samples, const arma::uvec& numbers) {
  return samples.rows(numbers);
}

template <class Sample>
std::vector<Sample> select(const std::vector<Sample>& samples, const arma::uvec& numbers) {
  std::vector<Sample> selected;
  selected.reserve(numbers.n_elem);
  for (const arma::uword number : numbers) selected.push_back(samples[number]);
  return selected;
}

}  // namespace preimage::samples
