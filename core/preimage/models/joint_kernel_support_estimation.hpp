#pragma once

#include <vector>

#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/models/method.hpp"

namespace preimage::models {

struct JointKernelOptions {
  kernels::BandwidthGrid bandwidths = {};
  std::vector<double> nus = {
      0.5};  // share of training pairs that may lie outside; of equals the larger is preferred
};

/// Joint kernel support estimation: with the product of the input and the output kernel,
///   k((x, y), (x', y')) = K(x, x') L(y, y'),
/// a one-class machine on the training pairs, and y(x) = argmax_j sum_i a_i K(x, x_i) L(y_i, y_j) over the
/// training outputs.                                     [Lampert and Blaschko 2008, eqs. (2) and (4)]
/// A score grows with the length of the candidate in feature space, so all must have one: a normalised output
/// kernel. Of scores that are equal, as far as the machine's coefficients are known, the training sample that
/// comes first is taken. Pairs whose output has no length in feature space are left out, whatever other
/// methods may choose: they would score 0 always, and one pair at the origin would be all of the machine.
/// throws  of `fit`: std::invalid_argument where the outputs have different lengths in feature space
MethodPtr joint_kernel_method(JointKernelOptions options);

}  // namespace preimage::models
