#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

losses::Loss<kernels::Vectors> make(const config::Reader& /*reader*/) {
  return losses::absolute_error_loss();
}

}  // namespace

void add_absolute_error(LossTable& table) {
  table.add<kernels::Vectors>({{"absolute_error",
                                "vectors",
                                "the mean of |y_j - y'_j| over the outputs j",
                                {},
                                "{name: absolute_error}"},
                               make});
}

}  // namespace preimage::suite::registry
