#include "suite/registry/decoders/decoder_table.hpp"

#include <algorithm>

#include "suite/registry/decoders/decoders.hpp"

namespace preimage::suite::registry {

const std::vector<DecoderRow>& decoder_table() {
  static const std::vector<DecoderRow> table = {
      {"candidates", 1, "", "{name: candidates}", parse_candidates},
      {"closed_form", 1, "", "{name: closed_form}", parse_closed_form},
      {"fixed_point", 2, "start, max_iterations", "{name: fixed_point}", parse_fixed_point},
      {"gradient_descent", 2, "start, max_iterations", "{name: gradient_descent}", parse_gradient_descent},
      {"nelder_mead", 1, "start, evaluations_per_coordinate", "{name: nelder_mead}", parse_nelder_mead},
      {"distance_constraint", 1, "neighbours", "{name: distance_constraint, neighbours: 8}",
       parse_distance_constraint},
      {"learned_preimage", 2, "sigma, ridge, ridge_form (plain | squared), centre_targets",
       "{name: learned_preimage, sigma: 1, ridge: 0.01}", parse_learned_preimage},
      {"exact_preimage", 1, "", "{name: exact_preimage}", parse_exact_preimage},
      {"euler_path", 1,
       "order, pool (orders, absent: order), thresholds (training | leave_one_out), choice (first_path | "
       "language_model), limit",
       "{name: euler_path, order: 2, thresholds: training, choice: first_path}", parse_euler_path},
      {"per_position", 2,
       "window (odd), k, ties (all_tied | random | lowest_index), seed, window_weight, embeddings (true | "
       "fitted), length (known | predicted)",
       "{name: per_position, window: 3, k: 3, ties: all_tied}", parse_per_position},
  };
  return table;
}

ParsedDecoder parse_decoder(const config::Reader& learner, const std::string& key) {
  const std::vector<DecoderRow>& table = decoder_table();
  const config::Reader reader = learner.map_or_empty(key);
  std::vector<std::string> names;
  for (const DecoderRow& row : table) names.push_back(row.name);
  const std::string name = reader.choice("name", names, table.front().name);
  const auto row =
      std::find_if(table.begin(), table.end(), [&](const DecoderRow& r) { return r.name == name; });
  return {row->name, row->parse(reader)};
}

}  // namespace preimage::suite::registry
