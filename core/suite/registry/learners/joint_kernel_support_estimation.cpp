#include "preimage/models/joint_kernel_support_estimation.hpp"

#include "suite/registry/bandwidth_grid.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Numbers kNu{
    "nu", {config::kPositive.min, 1.0}, "share of training pairs that may lie outside", Preferred::larger};

MakeMethod parse(const config::Reader& reader) {
  return method<models::JointKernelMethod>(
      models::JointKernelOptions{parse_bandwidths(reader), kNu.read(reader)});
}

}  // namespace

LearnerRow make_joint_kernel_support_estimation_row() {
  return {"joint_kernel_support_estimation",
          2,
          "a one-class machine of (input, output) pairs scores every candidate output",
          facts_of(bandwidth_parameters(), kNu),
          "{method: joint_kernel_support_estimation, bandwidth: {sigma: [1, 2]}, nu: [0.1, 0.5]}",
          parse};
}

}  // namespace preimage::suite::registry
