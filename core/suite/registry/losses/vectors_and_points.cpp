#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Flag kSquared{"squared", "its square", false};

losses::Loss<kernels::Points> make_feature_distance(const config::Reader& reader) {
  return losses::feature_distance_loss(kSquared.read(reader));
}

}  // namespace

void add_vectors_and_points(LossTable& table) {
  table.add("vectors", "||y - y'||^2", losses::squared_error_loss());
  table.add("vectors", "the mean of |y_j - y'_j| over the outputs j", losses::absolute_error_loss());
  table.add<kernels::Points>({{"feature_distance", "any outputs with a kernel",
                               "||phi(y) - phi(y')|| in the output kernel's feature space",
                               facts_of(kSquared), "{name: feature_distance}"},
                              make_feature_distance});
}

}  // namespace preimage::suite::registry
