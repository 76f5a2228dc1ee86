// Decoders of the library as rows of the decoder table.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "preimage/decoders/search_decoder.hpp"
#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

/// require  as of DecoderFactory
DecoderFactory library_decoder(std::function<void(const validation::Problem&)> require,
                               decoders::MakeDecoder make);

/// For a decoder that searches under a Gaussian output kernel.
/// name  of the decoder, for messages
DecoderFactory library_search(const std::string& name, decoders::Start start, decoders::MakeDecoder make);

/// throws  ConfigError naming the decoder where the outputs are no vectors
void require_vectors(const validation::Problem& problem, const std::string& decoder);

/// `start`
decoders::Start parse_start(const config::Reader& reader);
std::vector<ParameterFacts> start_parameters();

}  // namespace preimage::suite::registry
