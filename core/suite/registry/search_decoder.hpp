// Decoders that search the input space of a Gaussian output kernel, each from a start that the config names.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "preimage/decoders/gaussian_objective.hpp"
#include "preimage/decoders/preimages.hpp"
#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

/// Where a search begins: at the candidate search's answer, the observed output, the mean of the training
/// outputs, or a training output drawn at random.
enum class Start { nearest, observed, mean, random };

/// `start`
Start parse_start(const config::Reader& reader);
std::vector<ParameterFacts> start_parameters();

/// What a search sees: the objective, the Gram matrix of the training outputs, the start.
using Search = std::function<decoders::Preimages(const decoders::GaussianObjective&, const arma::mat& L,
                                                 const arma::mat& start)>;

/// name  of the decoder, for messages
DecoderFactory search_decoder(const std::string& name, Start start, Search search);

}  // namespace preimage::suite::registry
