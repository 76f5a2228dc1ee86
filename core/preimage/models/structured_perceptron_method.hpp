#pragma once

#include <vector>

#include "preimage/models/method.hpp"
#include "preimage/sequences/structured_perceptron.hpp"

namespace preimage::models {

/// The structured perceptron on chains (sequences/structured_perceptron.hpp). The grid is its numbers of
/// passes, of which one training gives all; of equals the smaller is preferred.
MethodPtr structured_perceptron_method(sequences::PerceptronOptions options);

}  // namespace preimage::models
