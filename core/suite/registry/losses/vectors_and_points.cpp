#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

namespace squared_error {

losses::Loss<kernels::Vectors> make(const config::Reader& /*reader*/) {
  return losses::squared_error_loss();
}

void add(LossTable& table) {
  table.add<kernels::Vectors>(
      {{"squared_error", "vectors", "||y - y'||^2", {}, "{name: squared_error}"}, make});
}

}  // namespace squared_error

namespace absolute_error {

losses::Loss<kernels::Vectors> make(const config::Reader& /*reader*/) {
  return losses::absolute_error_loss();
}

void add(LossTable& table) {
  table.add<kernels::Vectors>({{"absolute_error",
                                "vectors",
                                "the mean of |y_j - y'_j| over the outputs j",
                                {},
                                "{name: absolute_error}"},
                               make});
}

}  // namespace absolute_error

namespace feature_distance {

constexpr Flag kSquared{"squared", "its square", false};

losses::Loss<kernels::Points> make(const config::Reader& reader) {
  return losses::feature_distance_loss(kSquared.read(reader));
}

void add(LossTable& table) {
  table.add<kernels::Points>({{"feature_distance", "any outputs with a kernel",
                               "||phi(y) - phi(y')|| in the output kernel's feature space",
                               facts_of(kSquared), "{name: feature_distance}"},
                              make});
}

}  // namespace feature_distance

}  // namespace

void add_vectors_and_points(LossTable& table) {
  squared_error::add(table);
  absolute_error::add(table);
  feature_distance::add(table);
}

}  // namespace preimage::suite::registry
