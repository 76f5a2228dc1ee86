#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

void add_decoders(DecoderRows& rows);  // made by CMake from the files of decoders/

const DecoderRows& decoder_table() {
  static const DecoderRows table = [] {
    DecoderRows rows;
    add_decoders(rows);
    return sorted_by_name(std::move(rows));
  }();
  return table;
}

ParsedDecoder parse_decoder(const config::Reader& learner, const std::string& key) {
  const config::Reader reader = learner.map_or_empty(key);
  const DecoderRow& row = named_row(decoder_table(), reader, "name", "candidates");
  reader.note_version("decoder." + row.name, row.version);
  return {row.name, row.parse(reader)};
}

namespace {

constexpr Choice kStart{"start", "nearest | observed | mean | random", "where the search begins", "nearest"};

}  // namespace

std::vector<ParameterFacts> start_parameters() {
  return facts_of(kStart);
}

decoders::Start parse_start(const config::Reader& reader) {
  using enum decoders::Start;
  return kStart.read_as(reader, {nearest, observed, mean, random});
}

}  // namespace preimage::suite::registry
