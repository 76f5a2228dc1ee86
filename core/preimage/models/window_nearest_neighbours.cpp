#include "preimage/models/window_nearest_neighbours.hpp"

#include <algorithm>
#include <utility>

namespace preimage::models {

WindowNeighbourMethod::WindowNeighbourMethod(WindowNeighbourOptions options) : options_(std::move(options)) {
  require_grid({options_.ks.begin(), options_.ks.end()}, "k", 1.0, true);
  std::sort(options_.ks.begin(), options_.ks.end());
}

void WindowNeighbourMethod::require(const samples::DataSet& data) const {
  sequences::require_strings(data, "method window_nearest_neighbours");
}

base::Parameters WindowNeighbourMethod::parameters(std::size_t g) const {
  return {{"k", static_cast<double>(options_.ks[g])}};
}

FittedPtr WindowNeighbourMethod::fit(std::size_t g, const samples::DataSet& training,
                                     const regression::KeptArrays& /*kept*/) const {
  sequences::StringDecodingOptions options = options_.decoding;
  options.positions.k = options_.ks[g];
  return fitted([m = training.size(), decoding = sequences::StringDecoding(training, options)](
                    const samples::SampleSet& inputs) -> outputs::Prediction {
    const arma::mat no_embedding(inputs.size(), m, arma::fill::zeros);
    return {outputs::NewStrings{decoding.decode(inputs, no_embedding, no_embedding)}};
  });
}

}  // namespace preimage::models
