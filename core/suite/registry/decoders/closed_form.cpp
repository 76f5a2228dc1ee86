#include "preimage/decoders/fixed_point.hpp"
#include "suite/registry/library_decoder.hpp"

namespace preimage::suite::registry {

namespace {

DecoderFactory parse(const config::Reader& /*reader*/) {
  return library_decoder([](const validation::Problem& problem) { require_vectors(problem, "closed_form"); },
                         decoders::closed_form_decoder());
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
