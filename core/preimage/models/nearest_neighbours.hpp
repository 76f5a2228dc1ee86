#pragma once

#include <vector>

#include "preimage/models/estimator.hpp"
#include "preimage/models/method.hpp"

namespace preimage::models {

struct NearestNeighbourOptions {
  std::vector<arma::uword> ks = {1};  // neighbours; of equals the smallest is preferred
  bool one_may_be_any = false;        // k = 1 answers with the neighbour's output, candidate or not
};

/// The candidate nearest to the mean of k neighbours' outputs, in both kernels' feature spaces. For one
/// neighbour that is the neighbour itself, which needs no search where it may be the answer.
/// cost  O(t m), and O(t m^2) for k > 1
MethodPtr nearest_neighbour_method(NearestNeighbourOptions options);

/// k nearest neighbours with a kernel on inputs and one on outputs, by value or by pointer.
template <class InputKernel, class OutputKernel>
auto nearest_neighbours(InputKernel input, OutputKernel output, NearestNeighbourOptions options = {}) {
  return estimator(std::move(input), std::move(output), nearest_neighbour_method(std::move(options)));
}

}  // namespace preimage::models
