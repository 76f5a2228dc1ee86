#include "preimage/models/one_vs_rest_svm.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/kernels/points.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/regression/support_vectors.hpp"
#include "preimage/samples/label_indicators.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

namespace {

/// 24 samples of 16, 5 and 3, which overlap.
samples::DataSet unequal_classes() {
  kernels::Labels labels;
  arma::mat X = testing::gaussian_matrix(24, 2, 91);
  for (int i = 0; i < 24; ++i) {
    labels.push_back(i % 3 < 2 ? 0 : i % 8 < 5 ? 1 : 2);
    X(static_cast<arma::uword>(i), 0) += labels.back();
  }
  const std::shared_ptr<const kernels::Kernel<kernels::Vectors>> kernel =
      std::make_shared<kernels::GaussianKernel>(1.0);
  const auto names =
      std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"many", "few", "rare"});
  return {outputs::with_input_kernel<kernels::Vectors>(kernel, X),
          samples::SampleSet(24).with(labels).with(samples::NamedClasses{labels, names})};
}

std::vector<int> predicted_with(const ClassWeights& weights) {
  OneVsRestOptions options;
  options.class_weights = weights;
  const samples::DataSet data = unequal_classes();
  const OneVsRestMethod method(options);
  method.require(data);
  const outputs::Prediction fitted = method.fit(0, data)->predict(data.inputs);
  method.predict_grid(data, data.inputs, [&](std::size_t, const outputs::Prediction& prediction) {
    CHECK(bool(std::get<outputs::Classes>(prediction.value).classes ==
               std::get<outputs::Classes>(fitted.value).classes));
  });
  return std::get<outputs::Classes>(fitted.value).classes;
}

std::vector<int> by_hand(const arma::vec& of_classes) {
  const samples::DataSet data = unequal_classes();
  const auto labels = data.outputs.get<kernels::Labels>();
  arma::vec weights(labels.size());
  for (arma::uword i = 0; i < weights.n_elem; ++i)
    weights(i) = of_classes(static_cast<arma::uword>(labels[i]));
  const arma::mat K = kernels::points_of(data.inputs).gram();
  const arma::uvec winners = arma::index_max(
      regression::evaluate(regression::one_vs_rest_svm(K, labels, {0, 1, 2}, 1.0, weights), K), 1);
  return arma::conv_to<std::vector<int>>::from(winners);
}

}  // namespace

TEST_CASE("class weights: balanced by the training samples, or by name, with 1 for the others") {
  const auto labels = unequal_classes().outputs.get<kernels::Labels>();
  arma::vec counts(3, arma::fill::zeros);
  for (const int label : labels) counts(static_cast<arma::uword>(label)) += 1.0;
  REQUIRE(arma::accu(counts) == 24.0);
  REQUIRE(counts.min() > 0.0);
  const std::vector<int> plain = predicted_with({});
  CHECK(bool(plain == by_hand({1, 1, 1})));
  CHECK(bool(predicted_with(BalancedClasses{}) == by_hand(24.0 / (3.0 * counts))));
  CHECK(bool(predicted_with(WeightsByName{{"rare", 20.0}}) == by_hand({1, 1, 20})));
  CHECK_FALSE(bool(predicted_with(BalancedClasses{}) == plain));
}

TEST_CASE("a weight of no class of the data, and one of classes without names, are refused") {
  OneVsRestOptions options;
  options.class_weights = WeightsByName{{"rar", 2.0}};
  const samples::DataSet data = unequal_classes();
  const OneVsRestMethod method(options);
  CHECK(testing::thrown_message<std::invalid_argument>([&] { method.require(data); }) ==
        "method one_vs_rest_svm: class_weights name 'rar', which is no class of the data, did you mean "
        "'rare'?");
  const samples::DataSet nameless{data.inputs,
                                  samples::SampleSet(24).with(data.outputs.get<kernels::Labels>())};
  CHECK(testing::thrown_message<std::invalid_argument>([&] { method.require(nameless); }) ==
        "method one_vs_rest_svm: class_weights by name need classes that have names");
}

}  // namespace preimage::models
