#include "preimage/sequences/euler_path_decoder.hpp"
#include "preimage/sequences/per_position_decoder.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/element_regression_options.hpp"

namespace preimage::suite::registry {

namespace {

namespace per_position {

constexpr Integer kK{"k", 1, 1000000, "positions that vote"};
constexpr Number kWindowWeight{"window_weight", config::kNonNegative, "of the windows against the embeddings",
                               1.0};
constexpr Choice kEmbeddings{"embeddings", "true | fitted",
                             "of the training strings: their own, or the model's predictions for them",
                             "true"};
constexpr Choice kLength{
    "length", "known | predicted | stop",
    "known: an output is as long as its input; stop: where the positions vote for its end", "known"};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  sequences::StringDecodingOptions options = parse_string_decoding(reader);
  options.positions.k = kK.read_as<std::size_t>(reader);
  options.positions.window_weight = kWindowWeight.read(reader);
  options.is_length_known = kLength.is(reader, "known");
  options.positions.has_stop = kLength.is(reader, "stop");
  using enum sequences::Embeddings;
  return sequences::per_position_decoder(options, kEmbeddings.read_as(reader, {own, fitted}));
}

DecoderRow row() {
  return {"per_position",
          2,
          "a string symbol by symbol, from the nearest training positions",
          facts_of(string_decoding_parameters(), kK, kWindowWeight, kEmbeddings, kLength),
          "{name: per_position, window: 3, k: 3, ties: all_tied}",
          parse};
}

}  // namespace per_position

namespace euler_path {

constexpr Integer kOrder{"order", 2, 4, "of the n-grams that become edges"};
constexpr Integers kPool{
    "pool", 2, 5, "orders of the n-grams that are predicted, from `order` on; without it `order` alone"};
constexpr Choice kThresholds{
    "thresholds", "training | leave_one_out",
    "from predictions for the training samples by the model fitted to all, or to the others", "training"};
constexpr Choice kChoice{"choice", "first_path | language_model", "among the strings of a graph",
                         "first_path"};
constexpr Integer kLimit{"limit", 1, 100000, "strings that are looked at; only with language_model", 100};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  sequences::EulerPathOptions options;
  options.order = kOrder.read_as<std::size_t>(reader);
  options.pool = {options.order};
  if (reader.has(kPool.name)) {
    options.pool.clear();
    for (const long order : reader.integers(kPool.name, static_cast<long>(options.order), kPool.max))
      options.pool.push_back(static_cast<std::size_t>(order));
  }
  options.chooses_by_model = kChoice.is(reader, "language_model");
  if (options.chooses_by_model) options.limit = kLimit.read_as<std::size_t>(reader);
  options.leave_one_out_thresholds = kThresholds.is(reader, "leave_one_out");
  return sequences::euler_path_decoder(options);
}

DecoderRow row() {
  return {"euler_path",
          1,
          "a string by an Euler path through predicted n-gram counts",
          facts_of(kOrder, optional(kPool), kThresholds, kChoice, kLimit),
          "{name: euler_path, order: 2, thresholds: training, choice: first_path}",
          parse};
}

}  // namespace euler_path

}  // namespace

void add_strings(DecoderRows& table) {
  table.insert(table.end(), {per_position::row(), euler_path::row()});
}

}  // namespace preimage::suite::registry
