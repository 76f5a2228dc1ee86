// The stand-in for USPS: digits drawn by formula, so that everything runs without a download. Its results are
// never compared with a paper's.
#pragma once

#include <cstdint>

#include "experiments/shared/usps.hpp"

namespace preimage::experiments::shared {

/// 10 per_class digits, labels 0, 1, ..., 9, 0, 1, ... Each is a set of polylines in the unit square under a
/// random affine map (rotation, shear, scale, shift), with jittered corners and a random pen, rendered with
/// a soft edge and a little noise to [-1, 1] in steps of 0.001 (so that the last bit of sin and cos does not
/// show). A smaller per_class with the same seed is a prefix of a larger one.
/// About as hard as USPS: 1-nearest-neighbour errs on about 13 % of 800 after 200 training samples.
Digits stroke_digits(std::size_t per_class, std::uint64_t seed);

}  // namespace preimage::experiments::shared
