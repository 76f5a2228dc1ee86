#include "preimage/decoders/fixed_point.hpp"
#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

decoders::DecoderRecipe parse(const config::Reader& /*reader*/) {
  return decoders::closed_form_decoder();
}

}  // namespace

DecoderRow make_closed_form_row() {
  return {"closed_form",
          1,
          "the weighted sum of the training outputs: exact for a linear output kernel",
          {},
          "{name: closed_form}",
          parse};
}

}  // namespace preimage::suite::registry
