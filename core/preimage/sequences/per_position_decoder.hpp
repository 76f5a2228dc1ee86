#pragma once

#include "preimage/decoders/decoder.hpp"
#include "preimage/sequences/string_decoding.hpp"

namespace preimage::sequences {

/// The embeddings of the training strings that a prediction is compared with: their own, or what the
/// regression predicts for them.
enum class Embeddings { own, fitted };

/// The learned pre-image of a string embedding: the training set of the pre-image map are (embedding, window)
/// pairs of all training positions, with the output symbol as label.                      [Bakir et al. 2003,
/// sec. 3.2 and 4]
decoders::DecoderRecipe per_position_decoder(const StringDecodingOptions& options,
                                             Embeddings embeddings = Embeddings::own);

}  // namespace preimage::sequences
