#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

losses::Loss<kernels::LabelSets> make(const config::Reader& /*reader*/) {
  return losses::exact_match_error_loss();
}

}  // namespace

void add_exact_match_error(LossTable& table) {
  table.add<kernels::LabelSets>({{"exact_match_error",
                                  "label sets",
                                  "1 where the set is not the true one, else 0: 1 - exact match",
                                  {},
                                  "{name: exact_match_error}"},
                                 make});
}

}  // namespace preimage::suite::registry
