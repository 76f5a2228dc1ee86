// How far apart samples are: the scale of a bandwidth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "preimage/kernels/kernel.hpp"

namespace preimage::suite::own_data {

struct MedianDistance {
  double value = 0.0;
  std::size_t samples = 0;         // that were compared
  bool of_different_only = false;  // more than half of the pairs are at distance 0, and were left out
};

/// The median of the distances between two samples in the kernel's feature space, each pair once; of an even
/// number the mean of the two in the middle. Of more than kMaxCompared samples it compares as many, drawn
/// with `seed`.
/// all    as the kernel will see them: where a config scales its inputs, the scaled ones
/// returns  value 0 where all samples are at distance 0
template <class Samples>
MedianDistance median_distance(std::shared_ptr<const kernels::Kernel<Samples>> kernel, const Samples& all,
                               std::uint64_t seed);

inline constexpr std::size_t kMaxCompared = 1000;

}  // namespace preimage::suite::own_data
