#include "preimage/decoders/distance_constraint.hpp"

#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integer kNeighbours{"neighbours", 2, 1000000, "training outputs whose distances are used", 10};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  return decoders::distance_constraint_decoder(kNeighbours.read_as<arma::uword>(reader));
}

}  // namespace

DecoderRow make_distance_constraint_row() {
  return {"distance_constraint",
          1,
          "from the distances to the nearest training outputs, for a Gaussian output kernel",
          facts_of(kNeighbours),
          "{name: distance_constraint, neighbours: 8}",
          parse};
}

}  // namespace preimage::suite::registry
