#include "preimage/models/hopfield_method.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "preimage/decoders/candidate_decoder.hpp"

namespace preimage::models {

void HopfieldMethod::require(const samples::DataSet& data) const {
  if (!data.inputs.has<PartialPatterns>() || !data.outputs.has<CompletePatterns>())
    throw std::invalid_argument("method hopfield_network needs an experiment with partial patterns");
}

FittedPtr HopfieldMethod::fit(std::size_t /*g*/, const samples::DataSet& training,
                              const linalg::KeptArrays& kept) const {
  const arma::mat patterns = training.outputs.get<CompletePatterns>().values;
  const arma::uword first =
      options_.compare_complete ? 0 : patterns.n_cols - training.outputs.get<arma::mat>().n_cols;
  return fitted([patterns, first, steps = options_.steps, numbers = training.outputs.numbers(),
                 network = regression::HopfieldNetwork(patterns, options_.network, kept)](
                    const samples::SampleSet& inputs) -> outputs::Prediction {
    const auto run = network.run(inputs.get<PartialPatterns>().values, steps);
    const arma::uvec everyone(patterns.n_rows, arma::fill::ones);
    const arma::uvec nearest = decoders::nearest_by_coordinates(
        run.states.tail_cols(patterns.n_cols - first), patterns.tail_cols(patterns.n_cols - first), everyone);
    return {outputs::Chosen{numbers.elem(nearest)},
            {fmt::format("largest step of the last iteration {:.3g}", run.largest_step)}};
  });
}

}  // namespace preimage::models
