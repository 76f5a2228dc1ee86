#include "suite/registry/search_decoder.hpp"

#include <limits>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/decoders/candidate_search.hpp"

namespace preimage::suite::registry {

namespace {

arma::mat starts(Start start, const arma::mat& weights, const validation::TrainingOutputs& outputs,
                 const validation::Indices& test) {
  const arma::mat Y = outputs.vectors();
  switch (start) {
    case Start::observed:
      return outputs.problem().observed_outputs.rows(test);
    case Start::mean:
      return arma::repmat(arma::mean(Y, 0), test.n_elem, 1);
    case Start::random: {
      arma::mat result(test.n_elem, Y.n_cols);
      for (arma::uword i = 0; i < test.n_elem; ++i) {
        base::Random random(base::derive_seed({"random start", std::to_string(test(i))}));
        result.row(i) = Y.row(random.below(Y.n_rows));
      }
      return result;
    }
    case Start::nearest:
      break;
  }
  const arma::mat L = outputs.gram();
  return Y.rows(decoders::nearest_by_gram(weights, L, L.diag(), outputs.candidates()));
}

void require_gaussian(const validation::Problem& problem, const std::string& decoder) {
  if (problem.output_vectors.is_empty() || !(problem.output_sigma > 0.0)) {
    throw ConfigError("decoder " + decoder + " needs a Gaussian output kernel on vectors");
  }
}

class SearchDecoder final : public Decoder {
 public:
  SearchDecoder(std::shared_ptr<const validation::TrainingOutputs> outputs, Start start, Search search)
      : outputs_(std::move(outputs)), start_(start), search_(std::move(search)) {}

  validation::Prediction decode(const validation::FeaturePrediction& prediction,
                                const validation::Indices& test) const override {
    const arma::mat weights = validation::weights_of(prediction, *outputs_);
    const decoders::GaussianObjective objective(weights, outputs_->vectors(),
                                                outputs_->problem().output_sigma);
    decoders::Preimages found =
        search_(objective, outputs_->gram(), starts(start_, weights, *outputs_, test));
    validation::Prediction result{validation::Outputs{std::move(found.outputs)}};
    result.diagnostics["converged"] = arma::conv_to<arma::vec>::from(found.converged);
    result.diagnostics["iterations"] = arma::conv_to<arma::vec>::from(found.iterations);
    // A record holds finite numbers only: the largest stands for a sample where no step was defined.
    result.diagnostics["residual"] = arma::clamp(found.residual, 0.0, std::numeric_limits<double>::max());
    const arma::uword failed = arma::accu(found.converged == 0);
    if (failed > 0) {
      result.notes.push_back(
          fmt::format("pre-image not converged for {} of {} samples", failed, test.n_elem));
    }
    return result;
  }

 private:
  std::shared_ptr<const validation::TrainingOutputs> outputs_;
  Start start_;
  Search search_;
};

constexpr Choice kStart{"start", "nearest | observed | mean | random", "where the search begins", "nearest"};

}  // namespace

std::vector<ParameterFacts> start_parameters() {
  return facts_of(kStart);
}

Start parse_start(const config::Reader& reader) {
  const std::string start = kStart.read(reader);
  if (start == "nearest") return Start::nearest;
  if (start == "observed") return Start::observed;
  return start == "mean" ? Start::mean : Start::random;
}

DecoderFactory search_decoder(const std::string& name, Start start, Search search) {
  return {
      [=](const validation::Problem& problem) {
        require_gaussian(problem, name);
        if (start == Start::observed && problem.observed_outputs.is_empty()) {
          throw ConfigError("decoder " + name + ": start observed needs an experiment with observed outputs");
        }
      },
      [=](std::shared_ptr<const validation::TrainingOutputs> outputs) {
        return std::make_unique<const SearchDecoder>(std::move(outputs), start, search);
      }};
}

}  // namespace preimage::suite::registry
