#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

void add_losses(LossTable& table);  // made by CMake from the files of losses/

const LossTable& loss_table() {
  static const LossTable table = [] {
    LossTable all;
    add_losses(all);
    return all;
  }();
  return table;
}

decoders::PairwiseLoss LossTable::make_pairwise(const config::Reader& reader) const {
  std::vector<std::string> names;
  for (const LossFacts& facts : facts_) names.push_back(facts.name);
  const std::string name = reader.choice("name", names);
  return pairwise_[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin())](
      reader);
}

}  // namespace preimage::suite::registry
