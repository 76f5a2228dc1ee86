#include "preimage/decoders/nelder_mead.hpp"

#include "suite/registry/search_decoder.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Number kEvaluations{"evaluations_per_coordinate",
                              {1.0, 1e6},
                              "then it has not converged",
                              decoders::NelderMeadOptions{}.evaluations_per_coordinate};

DecoderFactory parse(const config::Reader& reader) {
  decoders::NelderMeadOptions options;
  options.evaluations_per_coordinate = kEvaluations.read(reader);
  return search_decoder(
      "nelder_mead", parse_start(reader),
      [options](const decoders::GaussianObjective& objective, const arma::mat& L, const arma::mat& start) {
        return decoders::nelder_mead(objective, L, start, options);
      });
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
