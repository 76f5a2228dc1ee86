// Denoising: outputs as they were observed, with noise, are projected on principal components of clean
// training outputs.
#pragma once

#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/models/method.hpp"

namespace preimage::models {

struct DenoisingOptions {
  outputs::ComponentCut cut = {};
  outputs::Centring centring = outputs::Centring::training_mean;
};

/// Kernel PCA of the training outputs. "This denoised pattern z can be obtained as solution to
///   z = arg min ||P_a phi(x) - phi(z)||^2"  [Bakir, Weston, Schoelkopf 2003, eq. (2)]
/// throws  std::invalid_argument where the decoder wants leave-one-out predictions, which there are not
MethodPtr kernel_pca_denoising_method(DenoisingOptions options, decoders::DecoderRecipe decoder);

/// PCA is kernel PCA with the linear kernel, whose pre-images are in closed form.
MethodPtr pca_denoising_method(DenoisingOptions options);

}  // namespace preimage::models
