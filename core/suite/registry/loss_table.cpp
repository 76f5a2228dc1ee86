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
  return named_row(facts_, reader).make_pairwise(reader);
}

}  // namespace preimage::suite::registry
