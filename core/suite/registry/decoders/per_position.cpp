#include "preimage/sequences/per_position_decoder.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/string_decoding.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integer kK{"k", 1, 1000000, "positions that vote"};
constexpr Number kWindowWeight{"window_weight", config::kNonNegative, "of the windows against the embeddings",
                               1.0};
constexpr Choice kEmbeddings{"embeddings", "true | fitted",
                             "of the training strings: their own, or the model's predictions for them",
                             "true"};
constexpr Choice kLength{"length", "known | predicted", "known: an output is as long as its input", "known"};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  sequences::StringDecodingOptions options = parse_string_decoding(reader);
  options.positions.k = kK.read_as<std::size_t>(reader);
  options.positions.window_weight = kWindowWeight.read(reader);
  options.is_length_known = kLength.is(reader, "known");
  return sequences::per_position_decoder(
      options, kEmbeddings.is(reader, "fitted") ? sequences::Embeddings::fitted : sequences::Embeddings::own);
}

}  // namespace

DecoderRow make_per_position_row() {
  return {"per_position",
          2,
          "a string symbol by symbol, from the nearest training positions",
          facts_of(string_decoding_parameters(), kK, kWindowWeight, kEmbeddings, kLength),
          "{name: per_position, window: 3, k: 3, ties: all_tied}",
          parse};
}

}  // namespace preimage::suite::registry
