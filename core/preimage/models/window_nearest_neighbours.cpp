#include "preimage/models/window_nearest_neighbours.hpp"

#include <functional>
#include <memory>
#include <utility>

namespace preimage::models {

namespace {

class WindowNeighbourMethod final : public Method {
 public:
  explicit WindowNeighbourMethod(WindowNeighbourOptions options)
      : Method(grid_of("k", options.ks)), options_(std::move(options)) {}

  void require(const samples::DataSet& data) const override {
    sequences::require_strings(data, "method window_nearest_neighbours");
  }
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& /*kept*/) const override {
    sequences::StringDecodingOptions options = options_.decoding;
    options.positions.k = options_.ks[g];
    return fitted([m = training.size(), decoding = sequences::StringDecoding(training, options)](
                      const samples::SampleSet& inputs) -> outputs::Prediction {
      const arma::mat no_embedding(inputs.size(), m, arma::fill::zeros);
      return {outputs::NewStrings{decoding.decode(inputs, no_embedding, no_embedding)}};
    });
  }

 private:
  WindowNeighbourOptions options_;
};

}  // namespace

MethodPtr window_neighbour_method(WindowNeighbourOptions options) {
  sort_grid(options.ks, std::less<>(), "k", 1.0, true);
  return std::make_unique<const WindowNeighbourMethod>(std::move(options));
}

}  // namespace preimage::models
