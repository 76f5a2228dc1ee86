#include "preimage/decoders/nelder_mead.hpp"

#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Number kEvaluations{"evaluations_per_coordinate",
                              {1.0, 1e6},
                              "then it has not converged",
                              decoders::NelderMeadOptions{}.evaluations_per_coordinate};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  decoders::NelderMeadOptions options;
  options.evaluations_per_coordinate = kEvaluations.read(reader);
  return decoders::nelder_mead_decoder(parse_start(reader), options);
}

}  // namespace

DecoderRow make_nelder_mead_row() {
  return {"nelder_mead",
          1,
          "the simplex search of MATLAB's fminsearch, for a Gaussian output kernel",
          facts_of(start_parameters(), kEvaluations),
          "{name: nelder_mead}",
          parse};
}

}  // namespace preimage::suite::registry
