// "Model 2": every component of the output by itself, with input features of its own.
//                                                       [Cortes, Mohri and Weston 2005, sec. 2, eq. (7)]
#include <algorithm>
#include <functional>

#include "preimage/base/error.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

/// g_u(x) = w_u . phi_u(x) for every output feature u: of all input kernels and ridges the pair that has the
/// smallest leave-one-out squared error on the training samples, the first of equals. So there is nothing
/// left to choose on inner folds.
class ComponentRidgeLearner final : public validation::Learner {
 public:
  ComponentRidgeLearner(const validation::Problem& problem, std::vector<double> ridges,
                        DecoderFactory decoder)
      : problem_(problem), ridges_(std::move(ridges)), decoder_(std::move(decoder)) {}

  std::size_t grid_size() const override { return 1; }
  validation::Parameters parameters(std::size_t /*g*/) const override { return {}; }

  validation::Prediction predict(std::size_t /*g*/, const validation::Split& split) const override {
    const arma::mat F = problem_.output_features->rows(split.train);
    Best best{arma::rowvec(F.n_cols, arma::fill::value(arma::datum::inf)), F, F,
              arma::mat(split.test.n_elem, F.n_cols)};
    if (problem_.input_kernels.empty()) try_kernel(problem_.input_gram, split, F, best);
    for (const validation::InputKernel& kernel : problem_.input_kernels)
      try_kernel(kernel.gram, split, F, best);
    validation::FeaturePrediction prediction{outputs::Features{std::move(best.predicted)}};
    if (decoder_.fitted != Fitted::none) {
      arma::mat& fitted = decoder_.fitted == Fitted::to_all ? best.fitted : best.held_out;
      prediction.fitted = outputs::Features{std::move(fitted)};
    }
    const auto training =
        std::make_shared<const validation::TrainingOutputs>(problem_, split.train, outputs::ComponentCut{});
    return decoder_.bind(training)->decode(prediction, split.test);
  }

 private:
  /// Of every output feature, by the best kernel and ridge so far.
  struct Best {
    arma::rowvec loss;           // leave-one-out
    arma::mat fitted, held_out;  // of the training samples
    arma::mat predicted;         // of the test samples
  };

  void try_kernel(const validation::PairMatrix& gram, const validation::Split& split, const arma::mat& F,
                  Best& best) const {
    const arma::mat K = gram.submat(split.train, split.train);
    const arma::mat K_test = gram.submat(split.test, split.train);
    for (const double ridge : ridges_) {
      const arma::mat G = regression::ridge_dual_operator(K, regression::RidgeForm::plain, ridge);
      const arma::mat held_out = regression::leave_one_out_weights(G, true) * F;
      const arma::rowvec loss = arma::sum(arma::square(F - held_out), 0);
      const arma::uvec better = arma::find(loss < best.loss);
      if (better.is_empty()) continue;
      const arma::mat targets = F.cols(better);
      best.loss.elem(better) = loss.elem(better);
      best.held_out.cols(better) = held_out.cols(better);
      best.fitted.cols(better) = regression::with_centred_outputs(K * G) * targets;
      best.predicted.cols(better) = regression::with_centred_outputs(K_test * G) * targets;
    }
  }

  const validation::Problem& problem_;
  std::vector<double> ridges_;  // descending
  DecoderFactory decoder_;
};

constexpr Numbers kRidge{"ridge", config::kPositive, "added to the diagonal of K"};
constexpr Part kDecoder{"decoder", "a decoder of explicit output features", "candidates where it is left out",
                        true};

LearnerBuilder parse(const config::Reader& reader) {
  std::vector<double> ridges = kRidge.read(reader);
  std::sort(ridges.begin(), ridges.end(), std::greater<>());
  const ParsedDecoder decoder = parse_decoder(reader, kDecoder.name);
  if (!decoder.factory.takes_features) {
    reader.fail(kDecoder.name, "decoder " + decoder.name + " does not take explicit output features");
  }
  return [ridges, decoder](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    if (!problem.output_features) {
      throw ConfigError("method component_ridge needs outputs with explicit features");
    }
    decoder.factory.require(problem);
    return std::make_unique<ComponentRidgeLearner>(problem, ridges, decoder.factory);
  };
}

}  // namespace

LearnerRow make_component_ridge_row() {
  return {"component_ridge",
          1,
          "one ridge regression per explicit output feature",
          facts_of(kRidge, kDecoder),
          "{method: component_ridge, ridge: [0.01, 1]}",
          parse,
          true};
}

}  // namespace preimage::suite::registry
