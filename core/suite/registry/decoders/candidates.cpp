#include "preimage/decoders/candidate_decoder.hpp"
#include "suite/registry/library_decoder.hpp"

namespace preimage::suite::registry {

namespace {

DecoderFactory parse(const config::Reader& /*reader*/) {
  DecoderFactory factory = library_decoder([](const validation::Problem&) {}, decoders::candidate_decoder());
  factory.takes_features = true;
  return factory;
}

}  // namespace

DecoderRow make_candidates_row() {
  return {"candidates",         1,    "the training output nearest to the prediction in feature space", {},
          "{name: candidates}", parse};
}

}  // namespace preimage::suite::registry
