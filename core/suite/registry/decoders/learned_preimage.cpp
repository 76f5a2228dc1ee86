#include "preimage/decoders/learned_preimage.hpp"

#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Number kSigma{"sigma", config::kPositive, "bandwidth on the coordinates"};
constexpr Number kRidge{"ridge", config::kNonNegative, "added to the diagonal"};
constexpr Choice kRidgeForm{"ridge_form", "plain | squared",
                            "penalty ||w||^2, or ||beta||^2 (TR-098, eq. (6))", "plain"};
constexpr Flag kCentreTargets{"centre_targets", "the outputs' mean is taken off first", true};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  decoders::LearnedPreimageOptions options;
  options.sigma = kSigma.read(reader);
  options.ridge = kRidge.read(reader);
  if (kRidgeForm.is(reader, "squared")) options.form = regression::RidgeForm::squared;
  options.centre_targets = kCentreTargets.read(reader);
  return decoders::learned_preimage_decoder(options);
}

}  // namespace

DecoderRow make_learned_preimage_row() {
  return {"learned_preimage",
          2,
          "a regression from coordinates in feature space to outputs",
          facts_of(kSigma, kRidge, kRidgeForm, kCentreTargets),
          "{name: learned_preimage, sigma: 1, ridge: 0.01}",
          parse};
}

}  // namespace preimage::suite::registry
