#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

losses::Loss<kernels::LabelSets> make(const config::Reader& /*reader*/) {
  return losses::jaccard_distance_loss();
}

}  // namespace

void add_jaccard_distance(LossTable& table) {
  table.add<kernels::LabelSets>({{"jaccard_distance",
                                  "label sets",
                                  "1 - |A and B| / |A or B|; 0 of two empty sets",
                                  {},
                                  "{name: jaccard_distance}"},
                                 make});
}

}  // namespace preimage::suite::registry
