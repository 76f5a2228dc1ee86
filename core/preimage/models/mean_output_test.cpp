#include "preimage/models/mean_output.hpp"

#include <doctest/doctest.h>

#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/is_close.hpp"

namespace preimage::models {

namespace {

template <class Y, class K>
samples::DataSet samples_with(Y outputs, const K& kernel) {
  using samples::sample_count;
  const arma::uword n = sample_count(outputs);
  return {samples::SampleSet(n).with(arma::mat(n, 1, arma::fill::zeros)),
          outputs::with_output_kernel<Y>(std::make_shared<const K>(kernel), std::move(outputs))};
}

outputs::Prediction predicted(const Method& method, const samples::DataSet& training, arma::uword t) {
  method.require(training);
  return method.fit(0, training)->predict(samples::SampleSet(t).with(arma::mat(t, 1, arma::fill::zeros)));
}

}  // namespace

TEST_CASE("of classes the most frequent one, whatever the inputs; of equals the first") {
  const auto data = samples_with(kernels::Labels{2, 0, 1, 1, 0, 1}, kernels::ClassKernel());
  const auto chosen = std::get<outputs::Chosen>(predicted(*mean_output_method(), data, 3).value).samples;
  REQUIRE(chosen.n_elem == 3);
  for (const arma::uword sample : chosen) CHECK(data.outputs.get<kernels::Labels>()[sample] == 1);
  const auto equal = samples_with(kernels::Labels{2, 0, 0, 2}, kernels::ClassKernel());
  CHECK(std::get<outputs::Chosen>(predicted(*mean_output_method(), equal, 1).value).samples(0) == 0);
}

TEST_CASE("of vectors the one in the middle, by brute force") {
  const arma::mat Y = {{0, 0}, {9, 1}, {4, 3}, {5, 1}, {-3, 2}};
  const auto data = samples_with(arma::mat(Y), kernels::LinearKernel());
  const arma::rowvec mean = arma::mean(Y, 0);
  const arma::vec distances = arma::sum(arma::square(Y.each_row() - mean), 1);
  const auto chosen = std::get<outputs::Chosen>(predicted(*mean_output_method(), data, 2).value).samples;
  CHECK(chosen(0) == distances.index_min());
  CHECK(chosen(1) == distances.index_min());
}

TEST_CASE("a decoder that looks at fitted samples is refused") {
  decoders::DecoderRecipe recipe = decoders::candidate_decoder();
  recipe.fitted = decoders::TrainingPredictions::in_sample;
  CHECK_THROWS_AS(mean_output_method(recipe), std::invalid_argument);
}

}  // namespace preimage::models
