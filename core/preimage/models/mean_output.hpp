#pragma once

#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/models/method.hpp"

namespace preimage::models {

/// What a method has to beat: of every input the mean of the training outputs in the output kernel's feature
/// space,
///   phibar = 1/m sum_i phi(y_i),
/// decoded. By candidates that is the most frequent class, under the class kernel, and else the training
/// output that lies most in the middle; in closed form under the linear kernel it is the mean vector. Nothing
/// of the inputs is looked at.
/// throws  std::invalid_argument where the decoder looks at predictions for the training samples: here they
///         are all one
MethodPtr mean_output_method(decoders::DecoderRecipe decoder = decoders::candidate_decoder());

}  // namespace preimage::models
