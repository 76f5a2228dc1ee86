// A head that turns, drawn by formula, in place of the video of the paper, which cannot be had.
#pragma once

#include <cstddef>

#include "experiments/frame_compression/coil20.hpp"

namespace preimage::experiments::frame_compression {

/// Raised when a pixel changes; part of the data's identity.
inline constexpr int kTurningHeadVersion = 1;

struct TurningHead {
  std::size_t frames = 1000;
  std::size_t side = 100;  // pixels
  bool texture = true;     // a pattern of sinusoids on skin and hair
  bool operator==(const TurningHead&) const = default;
};

/// Frame i shows the head turned by -90 + 180 i / n degrees: from one profile through the front towards the
/// other, 0.18 degrees at a time with n = 1000.
///
/// The head is a union of ellipsoids (skull, face, chin, neck, nose, lips, ears, eyes, brows), seen along
/// parallel rays under a light that does not turn: a point with normal n and reflectance r is as bright as
///   r (0.25 + 0.75 max(0, n . l)),    l the direction of the light             [Lambert's cosine law]
/// A pixel is the mean of eight rays with eight different x and y within it, so that an edge that moves by a
/// fraction of a pixel changes the pixel by that fraction: between frames, brightness moves smoothly.
/// returns  n x side^2, row-major, in [0, 1]
/// requires frames, side >= 1;  no randomness;  cost 3 s for 1,000 frames of 100 x 100
ImageSequence render(const TurningHead& head);

}  // namespace preimage::experiments::frame_compression
