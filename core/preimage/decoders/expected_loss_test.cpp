#include "preimage/decoders/expected_loss.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

namespace {

using testing::gaussian_matrix;

/// Columns with equal values are no rarity among integers: the first must win.
arma::uvec smallest_by_hand(const arma::mat& weights, const arma::mat& losses, const arma::uvec& allowed) {
  arma::uvec chosen(weights.n_rows);
  for (arma::uword i = 0; i < weights.n_rows; ++i) {
    double smallest = arma::datum::inf;
    for (arma::uword j = 0; j < losses.n_cols; ++j) {
      double sum = 0.0;
      for (arma::uword k = 0; k < losses.n_rows; ++k) sum += weights(i, k) * losses(k, j);
      if (allowed(j) != 0 && sum < smallest - 1e-9) {
        smallest = sum;
        chosen(i) = j;
      }
    }
  }
  return chosen;
}

PairwiseLoss zero_one() {
  return {[](const samples::SampleSet&) {},
          [](const samples::SampleSet& outputs) {
            const auto labels = outputs.get<kernels::Labels>();
            arma::mat L(labels.size(), labels.size());
            for (arma::uword i = 0; i < L.n_rows; ++i)
              for (arma::uword j = 0; j < L.n_cols; ++j) L(i, j) = labels[i] == labels[j] ? 0.0 : 1.0;
            return L;
          }};
}

std::shared_ptr<const outputs::TrainingOutputs> space_of_classes(const outputs::ComponentCut& cut) {
  const auto outputs = outputs::with_output_kernel<kernels::Labels>(std::make_shared<kernels::ClassKernel>(),
                                                                    {2, 0, 1, 1, 2, 0, 3, 1, 2, 3});
  return std::make_shared<const outputs::TrainingOutputs>(outputs, cut);
}

}  // namespace

TEST_CASE("the smallest expected loss is the smallest of all sums, the first of equals") {
  const arma::mat weights = arma::round(4.0 * gaussian_matrix(60, 7, 31)) / 4.0;
  const arma::mat losses = arma::abs(arma::round(3.0 * gaussian_matrix(7, 9, 32)));
  arma::uvec allowed(9, arma::fill::ones);
  CHECK(arma::all(smallest_expected_loss(weights, losses, allowed) ==
                  smallest_by_hand(weights, losses, allowed)));
  allowed(0) = allowed(5) = 0;
  CHECK(arma::all(smallest_expected_loss(weights, losses, allowed) ==
                  smallest_by_hand(weights, losses, allowed)));
  CHECK_THROWS_AS(smallest_expected_loss(weights, losses, arma::uvec(9, arma::fill::zeros)), NumericalError);
}

TEST_CASE("with the zero-one loss and the class kernel it decides as the candidate search") {
  const arma::mat weights = gaussian_matrix(80, 10, 33);
  const auto space = space_of_classes({});
  const auto expected = candidate_decoder().bind(samples::SampleSet(), space),
             by_loss = expected_loss_decoder(zero_one()).bind(samples::SampleSet(), space);
  const FeaturePrediction prediction{outputs::Weights{weights}};
  const auto chosen = [&](const DecoderPtr& decoder) {
    return std::get<outputs::Chosen>(decoder->decode(prediction, samples::SampleSet(80)).value).samples;
  };
  CHECK(arma::all(chosen(by_loss) == chosen(expected)));
  CHECK(arma::uvec(arma::unique(chosen(by_loss))).n_elem == 4);  // one of each class
}

TEST_CASE("weights are those of the prediction on the directions that are kept") {
  outputs::ComponentCut cut;
  cut.count = 2;
  const auto space = space_of_classes(cut);
  const outputs::Weights weights{gaussian_matrix(40, 10, 34)};
  const outputs::Prediction prediction = expected_loss_decoder(zero_one())
                                             .bind(samples::SampleSet(), space)
                                             ->decode({weights}, samples::SampleSet(40));
  const arma::uvec by_hand = smallest_by_hand(space->weights_of(weights), zero_one().values(space->samples()),
                                              arma::uvec(10, arma::fill::ones));
  CHECK(arma::all(std::get<outputs::Chosen>(prediction.value).samples == by_hand));
  const arma::uvec uncut =
      smallest_by_hand(space_of_classes({})->weights_of(weights), zero_one().values(space->samples()),
                       arma::uvec(10, arma::fill::ones));
  CHECK_FALSE(arma::all(by_hand == uncut));
}

}  // namespace preimage::decoders
