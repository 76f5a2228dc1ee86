#include "preimage/sequences/euler_path_decoder.hpp"
#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

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

}  // namespace

DecoderRow make_euler_path_row() {
  return {"euler_path",
          1,
          "a string by an Euler path through predicted n-gram counts",
          facts_of(kOrder, optional(kPool), kThresholds, kChoice, kLimit),
          "{name: euler_path, order: 2, thresholds: training, choice: first_path}",
          parse};
}

}  // namespace preimage::suite::registry
