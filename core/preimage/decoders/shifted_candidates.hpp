// Jitter: candidates that may be moved, where outputs are images and a shift of one is no other output.
#pragma once

#include <armadillo>
#include <vector>

#include "preimage/decoders/decoder.hpp"

namespace preimage::decoders {

struct ShiftedCandidatesOptions {
  arma::uword width = 1;         // pixels of a line; an output vector is an image, line by line
  std::vector<int> steps = {0};  // pixels, 0 among them; each of them to the right with each of them down
  double background = 0.0;       // what comes in at the edges
};

/// The nearest training output, each at the nearest of its shifts:
///   y(x) = s*(y_j*),   (j*, s*) = argmin_j min_s |f(x) - phi(s(y_j))|^2
/// over all training outputs y_j that may be a pre-image and all shifts s, in the whole feature space of any
/// kernel on vectors. With the step 0 alone it is the candidate search. Of values that rounding does not tell
/// apart the first: no shift before others, then training outputs in their order.
/// [invariances of the outputs: Weston et al., NIPS 2002 and TR-098, sec. 4.3 proposes jittered kernels; the
/// minimum over shifts: DeCoste and Schoelkopf 2002]
/// Predictions are images, of which most are no training output.
/// throws  std::invalid_argument (when bound) where outputs are no vectors with a kernel on vectors, no
///         images of this width, or none that samples::require_shifts passes; NumericalError (not finite, no
///         training output may be a pre-image)
/// cost    to bind m^2 s^2 kernel values, for s steps; then O(t m^2 s^2)
DecoderRecipe shifted_candidates_decoder(ShiftedCandidatesOptions options);

}  // namespace preimage::decoders
