#pragma once

#include <vector>

#include "preimage/models/dual_functions_method.hpp"

namespace preimage::models {

struct SupportVectorRegressionGrid {
  kernels::BandwidthGrid bandwidths = {};
  std::vector<double> Cs = {1.0};  // > 0; of equals the smaller is preferred
  std::vector<double> epsilons = {
      0.1};  // >= 0, in the units of the outputs; of equals the larger is preferred
};

/// epsilon-insensitive support vector regression of vectors, a column of the outputs at a time
/// (regression/support_vectors.hpp): scikit-learn's SVR. As the map of kernel dependency estimation it is one
/// along each principal direction of the outputs.                                              [Vapnik 1998]
MethodPtr support_vector_regression_method(SupportVectorRegressionGrid options);

}  // namespace preimage::models
