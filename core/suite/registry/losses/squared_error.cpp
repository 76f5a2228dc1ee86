#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

losses::Loss<kernels::Vectors> make(const config::Reader& /*reader*/) {
  return losses::squared_error_loss();
}

}  // namespace

void add_squared_error(LossTable& table) {
  table.add<kernels::Vectors>(
      {{"squared_error", "vectors", "||y - y'||^2", {}, "{name: squared_error}"}, make});
}

}  // namespace preimage::suite::registry
