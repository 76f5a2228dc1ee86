#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

losses::Loss<kernels::Labels> make(const config::Reader& /*reader*/) {
  return losses::zero_one_loss();
}

}  // namespace

void add_zero_one(LossTable& table) {
  table.add<kernels::Labels>(
      {{"zero_one", "classes", "1 where the classes differ, else 0", {}, "{name: zero_one}"}, make});
}

}  // namespace preimage::suite::registry
