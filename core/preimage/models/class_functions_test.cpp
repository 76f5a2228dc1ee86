#include "preimage/models/class_functions.hpp"

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
  const MethodPtr method = one_vs_rest_method(options);
  method->require(data);
  const outputs::Prediction fitted = method->fit(0, data)->predict(data.inputs);
  method->predict_grid(data, data.inputs, [&](std::size_t, const outputs::Prediction& prediction) {
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
      regression::evaluate(regression::one_vs_rest_svm(K, labels, {0, 1, 2}, {1.0}, weights)[0], K), 1);
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
  const MethodPtr method = one_vs_rest_method(options);
  CHECK(testing::thrown_message<std::invalid_argument>([&] { method->require(data); }) ==
        "method one_vs_rest_svm: class_weights name 'rar', which is no class of the data, did you mean "
        "'rare'?");
  const samples::DataSet nameless{data.inputs,
                                  samples::SampleSet(24).with(data.outputs.get<kernels::Labels>())};
  CHECK(testing::thrown_message<std::invalid_argument>([&] { method->require(nameless); }) ==
        "method one_vs_rest_svm: class_weights by name need classes that have names");
}

namespace {

/// Of each method its scores and classes for the training inputs, and by predict_grid the same.
outputs::Prediction predicted(const Method& method, std::size_t g = 0) {
  const samples::DataSet data = unequal_classes();
  method.require(data);
  outputs::Prediction found = method.fit(g, data)->predict(data.inputs);
  method.predict_grid(data, data.inputs, [&](std::size_t point, const outputs::Prediction& prediction) {
    if (point == g)
      CHECK(arma::approx_equal(prediction.scores->values, found.scores->values, "absdiff", 0.0));
  });
  return found;
}

}  // namespace

TEST_CASE("machines of pairs vote, and equal votes are decided by the sums of their values") {
  const samples::DataSet data = unequal_classes();
  const auto labels = data.outputs.get<kernels::Labels>();
  const arma::mat K = kernels::points_of(data.inputs).gram();
  SupportVectorMachineOptions options;
  options.Cs = {2.0};
  const outputs::Prediction found = predicted(*support_vector_machine_method(options));
  arma::mat votes(24, 3, arma::fill::zeros), sums = votes;
  for (const auto& [a, b] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
    std::vector<arma::uword> members;
    kernels::Labels own;
    for (arma::uword i = 0; i < 24; ++i) {
      if (labels[i] != a && labels[i] != b) continue;
      members.push_back(i);
      own.push_back(labels[i]);
    }
    const arma::uvec rows(members);
    const auto function =
        regression::one_vs_rest_hinge_svm(arma::mat(K.submat(rows, rows)), own, {a}, {2.0})[0][0];
    const arma::vec values = K.cols(rows) * function.coefficients + function.bias;
    for (arma::uword i = 0; i < 24; ++i) votes(i, static_cast<arma::uword>(values(i) > 0.0 ? a : b)) += 1.0;
    sums.col(static_cast<arma::uword>(a)) += values;
    sums.col(static_cast<arma::uword>(b)) -= values;
  }
  const arma::mat expected = votes + sums / (3.0 * (arma::abs(sums) + 1.0));
  CHECK(arma::approx_equal(found.scores->values, expected, "absdiff", 1e-12));
  CHECK(bool(std::get<outputs::Classes>(found.value).classes ==
             arma::conv_to<std::vector<int>>::from(arma::uvec(arma::index_max(expected, 1)))));
}

TEST_CASE("the squared hinge with C is the machine with ridge 1 / (2 C)") {
  SupportVectorMachineOptions options;
  options.Cs = {0.25};
  options.loss = SupportVectorMachineOptions::Loss::squared_hinge;
  options.multiclass = SupportVectorMachineOptions::Multiclass::one_vs_rest;
  OneVsRestOptions with_ridge;
  with_ridge.ridges = {2.0};
  CHECK(arma::approx_equal(predicted(*support_vector_machine_method(options)).scores->values,
                           predicted(*one_vs_rest_method(with_ridge)).scores->values, "absdiff", 0.0));
}

TEST_CASE("the nearest centroid is the class with the nearest mean in feature space") {
  const samples::DataSet data = unequal_classes();
  const auto labels = data.outputs.get<kernels::Labels>();
  const arma::mat K = kernels::points_of(data.inputs).gram();
  arma::mat negative(24, 3);  // squared distances, by inner products of all pairs
  for (int c = 0; c < 3; ++c) {
    std::vector<arma::uword> members;
    for (arma::uword i = 0; i < 24; ++i) {
      if (labels[i] == c) members.push_back(i);
    }
    const arma::uvec own(members);
    negative.col(static_cast<arma::uword>(c)) =
        2.0 * arma::mean(K.cols(own), 1) - K.diag() - arma::mean(arma::vectorise(K.submat(own, own)));
  }
  const outputs::Prediction found = predicted(*nearest_centroid_method());
  CHECK(bool(std::get<outputs::Classes>(found.value).classes ==
             arma::conv_to<std::vector<int>>::from(arma::uvec(arma::index_max(negative, 1)))));
  const arma::mat& f = found.scores->values;
  CHECK(arma::approx_equal(arma::mat(f.each_col() - f.col(0)),
                           arma::mat(negative.each_col() - negative.col(0)), "absdiff", 1e-12));
}

TEST_CASE("methods by functions of classes refuse what has no classes, by their own names") {
  const samples::DataSet none{unequal_classes().inputs, samples::SampleSet(24)};
  CHECK(testing::thrown_message<std::invalid_argument>([&] {
          logistic_regression_method({})->require(none);
        }) == "method logistic_regression needs outputs that are classes");
  CHECK(testing::thrown_message<std::invalid_argument>([&] {
          support_vector_machine_method({})->require(none);
        }) == "method support_vector_machine needs outputs that are classes");
}

}  // namespace preimage::models
