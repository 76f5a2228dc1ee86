// The parsers behind the decoder table.
#pragma once

#include "suite/registry/decoders/decoder_table.hpp"

namespace preimage::suite::registry {

/// The nearest training output.
DecoderFactory parse_candidates(const config::Reader& reader);
/// Linear output kernel: the weighted mean of the training outputs.
DecoderFactory parse_closed_form(const config::Reader& reader);
/// Gaussian output kernel: the fixed point of Mika et al.
DecoderFactory parse_fixed_point(const config::Reader& reader);
/// Gaussian output kernel: L-BFGS with the analytic gradient.
DecoderFactory parse_gradient_descent(const config::Reader& reader);
/// Gaussian output kernel: the simplex search of MATLAB's fminsearch.
DecoderFactory parse_nelder_mead(const config::Reader& reader);
/// Gaussian output kernel: distance constraints of Kwok and Tsang.
DecoderFactory parse_distance_constraint(const config::Reader& reader);
/// Kernel ridge regression from kernel PCA coordinates to output vectors.
DecoderFactory parse_learned_preimage(const config::Reader& reader);
/// Polynomial output kernel of odd degree: the exact pre-image.
DecoderFactory parse_exact_preimage(const config::Reader& reader);
/// Outputs that are strings, described by n-gram counts: an Euler path through the predicted counts.
DecoderFactory parse_euler_path(const config::Reader& reader);
/// Outputs that are strings: each symbol by its nearest (embedding, window of the input) pairs.
DecoderFactory parse_per_position(const config::Reader& reader);

}  // namespace preimage::suite::registry
