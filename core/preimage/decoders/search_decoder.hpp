// Decoders that search the space of the output vectors, under a Gaussian output kernel.
#pragma once

#include <functional>
#include <string>

#include "preimage/decoders/decoder.hpp"
#include "preimage/decoders/gaussian_objective.hpp"
#include "preimage/decoders/preimages.hpp"

namespace preimage::decoders {

/// Where a search begins: at the candidate search's answer, the observed output, the mean of the training
/// outputs, or a training output drawn at random.
enum class Start { nearest, observed, mean, random };

/// What a search sees: the objective, the Gram matrix of the training outputs, the start.
using PreimageSearch =
    std::function<Preimages(const GaussianObjective&, const arma::mat& L, const arma::mat& start)>;

/// A decoder by such a search. Its diagnostics are "converged", "iterations" and "residual" (the largest
/// double where no step was defined).
/// name     of the decoder, for messages
/// options  its own, beside `start`, for its description: ", max_iterations = 200"
/// It needs outputs that are vectors under a Gaussian kernel; where `start` is observed, inputs that are
/// observed outputs.
DecoderRecipe search_decoder(const std::string& name, Start start, PreimageSearch search,
                             const std::string& options);

}  // namespace preimage::decoders
