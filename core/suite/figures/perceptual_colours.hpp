// Colours for values.
#pragma once

#include "suite/figures/canvas.hpp"

namespace preimage::suite::figures {

/// viridis (van der Walt and Smith, matplotlib 2.0): dark violet at 0 to bright yellow at 1, lighter all the
/// way, also to colour-blind eyes and in print without colour. Linear in sRGB between eleven of its colours.
/// t in [0, 1]; outside the nearer end.
Colour viridis(double t);

/// Black or white, whichever is easier to read on the colour: a contrast ratio of at least 4.5.
Colour ink_on(Colour ground);

}  // namespace preimage::suite::figures
