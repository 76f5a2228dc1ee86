// Step 3 of kernel dependency estimation: from a decoder's name in a config to a decoder of the library. Rows
// are in decoders/<group>.cpp, a function add_<group>; CMake finds them.
#pragma once

#include <string>
#include <vector>

#include "preimage/decoders/search_decoder.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

struct DecoderRow {
  std::string name;
  int version = 1;  // raised when its numbers change; part of a cell's key
  std::string summary;
  std::vector<ParameterFacts> parameters;
  std::string example;  // a YAML flow map that the conformance tests run
  decoders::DecoderRecipe (*parse)(const config::Reader& reader);  // reads all parameters but `name`
};

/// A decoder without parameters.
template <decoders::DecoderRecipe (*decoder)()>
DecoderRow plain_row(const std::string& name, int version, const std::string& summary) {
  return {
      name, version, summary, {}, "{name: " + name + "}", [](const config::Reader&) { return decoder(); }};
}

using DecoderRows = std::vector<DecoderRow>;

/// In the order of their names.
const DecoderRows& decoder_table();

struct ParsedDecoder {
  std::string name;
  decoders::DecoderRecipe recipe;
};

/// The decoder that the map below `key` describes, {name: ..., parameters}; absent: the candidate search.
/// Notes the row's version.
/// throws  ConfigError (unknown name, with the nearest)
ParsedDecoder parse_decoder(const config::Reader& learner, const std::string& key);

/// `start`, of decoders that search
decoders::Start parse_start(const config::Reader& reader);
std::vector<ParameterFacts> start_parameters();

}  // namespace preimage::suite::registry
