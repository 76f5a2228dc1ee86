#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

losses::Loss<samples::LabelIndicators> make(const config::Reader& /*reader*/) {
  return losses::hamming_loss();
}

}  // namespace

void add_hamming_loss(LossTable& table) {
  table.add<samples::LabelIndicators>({{"hamming_loss",
                                        "label sets",
                                        "the share of all labels of the data on which the sets differ",
                                        {},
                                        "{name: hamming_loss}"},
                                       make});
}

}  // namespace preimage::suite::registry
