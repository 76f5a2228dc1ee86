#include "preimage/decoders/gradient_descent.hpp"

#include "suite/registry/decoder_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integer kMaxIterations{"max_iterations", 1, 1000000, "then it has not converged",
                                 decoders::GradientDescentOptions{}.max_iterations};

decoders::DecoderRecipe parse(const config::Reader& reader) {
  decoders::GradientDescentOptions options;
  options.max_iterations = kMaxIterations.read_as<int>(reader);
  return decoders::gradient_descent_decoder(parse_start(reader), options);
}

}  // namespace

DecoderRow make_gradient_descent_row() {
  return {"gradient_descent",
          3,
          "L-BFGS on the distance in feature space of a Gaussian output kernel",
          facts_of(start_parameters(), kMaxIterations),
          "{name: gradient_descent}",
          parse};
}

}  // namespace preimage::suite::registry
