#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Flag kSquared{"squared", "its square", false};

losses::Loss<kernels::Points> make(const config::Reader& reader) {
  return losses::feature_distance_loss(kSquared.read(reader));
}

}  // namespace

void add_feature_distance(LossTable& table) {
  table.add<kernels::Points>({{"feature_distance", "any outputs with a kernel",
                               "||phi(y) - phi(y')|| in the output kernel's feature space",
                               facts_of(kSquared), "{name: feature_distance}"},
                              make});
}

}  // namespace preimage::suite::registry
