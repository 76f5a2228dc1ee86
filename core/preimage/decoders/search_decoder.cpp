#include "preimage/decoders/search_decoder.hpp"

#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/kernels/points.hpp"

namespace preimage::decoders {

namespace {

const char* name_of(Start start) {
  switch (start) {
    case Start::observed:
      return "observed";
    case Start::mean:
      return "mean";
    case Start::random:
      return "random";
    case Start::nearest:
      break;
  }
  return "nearest";
}

arma::mat random_starts(const arma::mat& Y, const arma::uvec& numbers) {
  arma::mat result(numbers.n_elem, Y.n_cols);
  for (arma::uword i = 0; i < numbers.n_elem; ++i) {
    base::Random random(base::derive_seed({"random start", std::to_string(numbers(i))}));
    result.row(i) = Y.row(random.below(Y.n_rows));
  }
  return result;
}

class SearchDecoder final : public Decoder {
 public:
  SearchDecoder(std::shared_ptr<const outputs::TrainingOutputs> outputs, Start start, PreimageSearch search)
      : outputs_(std::move(outputs)), start_(start), search_(std::move(search)) {}

  outputs::Prediction decode(const FeaturePrediction& prediction,
                             const samples::SampleSet& inputs) const override {
    const arma::mat weights = outputs_->weights_of(prediction.points);
    const GaussianObjective objective(weights, outputs_->vectors(), outputs_->gaussian_form()->sigma);
    Preimages found = search_(objective, outputs_->gram(), starts(prediction.points, weights, inputs));
    outputs::Prediction result{outputs::NewVectors{std::move(found.outputs)}};
    result.diagnostics["converged"] = arma::conv_to<arma::vec>::from(found.converged);
    result.diagnostics["iterations"] = arma::conv_to<arma::vec>::from(found.iterations);
    // A record holds finite numbers only: a sample where no step was defined has the largest.
    result.diagnostics["residual"] = arma::clamp(found.residual, 0.0, std::numeric_limits<double>::max());
    if (const arma::uword failed = arma::accu(found.converged == 0); failed > 0) {
      result.notes.push_back(
          fmt::format("pre-image not converged for {} of {} samples", failed, found.converged.n_elem));
    }
    return result;
  }

 private:
  arma::mat starts(const outputs::FeaturePoints& points, const arma::mat& weights,
                   const samples::SampleSet& inputs) const {
    const arma::mat& Y = outputs_->vectors();
    switch (start_) {
      case Start::observed:
        return inputs.get<outputs::Observed>().vectors;
      case Start::mean:
        return arma::repmat(arma::mean(Y, 0), weights.n_rows, 1);
      case Start::random:
        return random_starts(Y, inputs.numbers());
      case Start::nearest:
        break;
    }
    return Y.rows(
        nearest_by_gram(weights, outputs_->gram(), outputs_->candidates(), {outputs_->rounding_of(points)})
            .positions);
  }

  std::shared_ptr<const outputs::TrainingOutputs> outputs_;
  Start start_;
  PreimageSearch search_;
};

}  // namespace

DecoderRecipe search_decoder(const std::string& name, Start start, PreimageSearch search,
                             const std::string& options) {
  return {[=](const samples::DataSet& data) {
            if (!data.outputs.has<arma::mat>() || !kernels::points_of(data.outputs).kernel_forms().gaussian)
              throw std::invalid_argument("decoder " + name + " needs a Gaussian output kernel on vectors");
            if (start == Start::observed && !data.inputs.has<outputs::Observed>())
              throw std::invalid_argument("decoder " + name +
                                          ": start observed needs an experiment with observed outputs");
          },
          [=](const samples::SampleSet& /*inputs*/, std::shared_ptr<const outputs::TrainingOutputs> outputs) {
            return std::make_unique<const SearchDecoder>(std::move(outputs), start, search);
          },
          TrainingPredictions::none, false, fmt::format("{}(start = {}{})", name, name_of(start), options)};
}

}  // namespace preimage::decoders
