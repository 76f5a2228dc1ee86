#pragma once

#include <vector>

#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/models/method.hpp"

namespace preimage::models {

struct ComponentRidgeOptions {
  std::vector<double> ridges = {0.01};                              // added to the diagonal of K, > 0
  decoders::DecoderRecipe decoder = decoders::candidate_decoder();  // of explicit features
};

/// "Model 2": every component of the output by itself, with input features of its own,
///   g_u(x) = w_u . phi_u(x) for every output feature u:
/// of all input kernels and ridges the pair that has the smallest leave-one-out squared error on the training
/// samples, the first of equals, large ridges first. So there is nothing left to choose on inner folds. The
/// paper has no rule for this choice: leave-one-out is ours.
///                                                       [Cortes, Mohri and Weston 2005, sec. 2, eq. (7)]
/// throws  std::invalid_argument where the decoder does not take explicit features
MethodPtr component_ridge_method(ComponentRidgeOptions options);

}  // namespace preimage::models
