#include "preimage/decoders/exact_preimage.hpp"

#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

decoders::DecoderRecipe parse(const config::Reader& /*reader*/) {
  return decoders::exact_preimage_decoder();
}

}  // namespace

DecoderRow make_exact_preimage_row() {
  return {"exact_preimage",
          1,
          "the pre-image of a polynomial output kernel of odd degree, coordinate by coordinate",
          {},
          "{name: exact_preimage}",
          parse};
}

}  // namespace preimage::suite::registry
