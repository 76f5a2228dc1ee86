#include "preimage/decoders/nelder_mead.hpp"

#include "suite/registry/library_decoder.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Number kEvaluations{"evaluations_per_coordinate",
                              {1.0, 1e6},
                              "then it has not converged",
                              decoders::NelderMeadOptions{}.evaluations_per_coordinate};

DecoderFactory parse(const config::Reader& reader) {
  decoders::NelderMeadOptions options;
  options.evaluations_per_coordinate = kEvaluations.read(reader);
  const decoders::Start start = parse_start(reader);
  return library_search("nelder_mead", start, decoders::nelder_mead_decoder(start, options));
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
