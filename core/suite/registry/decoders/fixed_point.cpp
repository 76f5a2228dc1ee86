#include "preimage/decoders/fixed_point.hpp"

#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integer kMaxIterations{"max_iterations", 1, 1000000, "then it has not converged",
                                 decoders::FixedPointOptions{}.max_iterations};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  decoders::FixedPointOptions options;
  options.max_iterations = kMaxIterations.read_as<int>(reader);
  return decoders::fixed_point_decoder(parse_start(reader), options);
}

}  // namespace

DecoderRow make_fixed_point_row() {
  return {"fixed_point",
          2,
          "iterates z = sum_i w_i k(z, y_i) y_i / sum_i w_i k(z, y_i) for a Gaussian output kernel",
          facts_of(start_parameters(), kMaxIterations),
          "{name: fixed_point}",
          parse};
}

}  // namespace preimage::suite::registry
