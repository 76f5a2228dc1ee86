#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

losses::Loss<kernels::Strings> make(const config::Reader& /*reader*/) {
  return losses::edit_distance_loss();
}

}  // namespace

void add_edit_distance(LossTable& table) {
  table.add<kernels::Strings>({{"edit_distance",
                                "strings",
                                "the fewest insertions, deletions and substitutions between the strings",
                                {},
                                "{name: edit_distance}"},
                               make});
}

}  // namespace preimage::suite::registry
