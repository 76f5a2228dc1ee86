// What the machines trained by block-coordinate Frank-Wolfe share.
//                                             [Lacoste-Julien, Jaggi, Schmidt and Pletscher 2013, algorithm
//                                             4]
#pragma once

#include <algorithm>
#include <cstddef>

#include "preimage/base/random.hpp"

namespace preimage::regression {

/// How far to move one block towards its worst answer: the dual objective is a parabola on the way.
/// gap and curvature in the same units; 0 where the dual does not rise or there is no direction (the answer's
/// features are those that the block has already).
inline double frank_wolfe_step(double gap, double curvature) {
  return gap > 0.0 && curvature > 0.0 ? std::min(1.0, gap / curvature) : 0.0;
}

/// Goes through the blocks in a fresh random order per pass, options.passes times at most. Where the gaps
/// summed over a pass, each as it was met, are below options.tolerance, the true gap is computed, and below
/// it training ends.
/// Trainer    double step(block): one step, returns the block's share of the gap before it;
///            Machine machine(passes): the result so far, with gap()
template <class Trainer, class Options>
auto frank_wolfe_passes(Trainer& trainer, std::size_t blocks, const Options& options) {
  base::Random random(options.seed);
  for (std::size_t pass = 1;; ++pass) {
    double gap = 0.0;
    for (const std::size_t block : random.permutation(blocks)) gap += trainer.step(block);
    if (pass < options.passes && gap > options.tolerance) continue;
    auto machine = trainer.machine(pass);
    if (pass == options.passes || machine.gap() <= options.tolerance) return machine;
  }
}

}  // namespace preimage::regression
