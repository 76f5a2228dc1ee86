#include "preimage/decoders/candidate_decoder.hpp"
#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

decoders::DecoderRecipe parse(const config::Reader& /*reader*/) {
  return decoders::candidate_decoder();
}

}  // namespace

DecoderRow make_candidates_row() {
  return {"candidates",         1,    "the training output nearest to the prediction in feature space", {},
          "{name: candidates}", parse};
}

}  // namespace preimage::suite::registry
