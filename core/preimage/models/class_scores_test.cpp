// Decision values of every method that predicts classes.
#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include <doctest/doctest.h>

#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "preimage/models/class_functions.hpp"
#include "preimage/models/joint_kernel_support_estimation.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/models/mean_output.hpp"
#include "preimage/models/nearest_neighbours.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/neighbour_search.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

namespace {

using LabelKernel = std::shared_ptr<const kernels::Kernel<kernels::Labels>>;

/// 60 points of the classes 7, 2 and 4.
struct ClassProblem {
  arma::mat X = testing::gaussian_matrix(60, 2, 17);
  kernels::Labels classes;
  std::shared_ptr<const kernels::Kernel<arma::mat>> kernel = std::make_shared<kernels::GaussianKernel>(1.0);

  ClassProblem() {
    for (arma::uword i = 0; i < X.n_rows; ++i) {
      const arma::uword c = i * i % 3 + i % 2;  // 0, 1 or 2, of unequal frequency
      classes.push_back(std::array{7, 2, 4}[c]);
      X(i, 0) += 1.2 * static_cast<double>(c);
    }
  }
  samples::DataSet data(const LabelKernel& output_kernel) const {
    return {outputs::with_input_kernel<arma::mat>(kernel, X),
            outputs::with_output_kernel<kernels::Labels>(output_kernel, classes)};
  }
};

const arma::uvec kFirst40 = arma::regspace<arma::uvec>(0, 39), kLast20 = arma::regspace<arma::uvec>(40, 59);

/// The class of each prediction.
kernels::Labels predicted_classes(const outputs::Prediction& prediction, const kernels::Labels& classes) {
  if (const auto* found = std::get_if<outputs::Classes>(&prediction.value)) return found->classes;
  kernels::Labels result;
  for (const arma::uword sample : std::get<outputs::Chosen>(prediction.value).samples)
    result.push_back(classes[sample]);
  return result;
}

/// Whether each row's largest value, but for rounding, is that of the predicted class.
bool argmax_is_prediction(const outputs::Prediction& prediction, const kernels::Labels& classes) {
  const outputs::Scores& scores = prediction.scores.value();
  const kernels::Labels predicted = predicted_classes(prediction, classes);
  for (arma::uword i = 0; i < scores.values.n_rows; ++i) {
    const auto place = std::find(scores.classes.begin(), scores.classes.end(), predicted[i]);
    if (place == scores.classes.end()) return false;
    const arma::rowvec row = scores.values.row(i);
    const double own = row(static_cast<arma::uword>(place - scores.classes.begin()));
    if (own < row.max() - 1e-9 * (1.0 + arma::abs(row).max())) return false;
  }
  return scores.values.n_rows == predicted.size() && scores.values.n_cols == scores.classes.size();
}

/// Weights summed per class: the columns are the classes in ascending order.
arma::mat summed_by_class(const arma::mat& weights, const kernels::Labels& classes) {
  const std::set<int> distinct(classes.begin(), classes.end());
  arma::mat sums(weights.n_rows, distinct.size(), arma::fill::zeros);
  for (arma::uword j = 0; j < weights.n_cols; ++j)
    sums.col(static_cast<arma::uword>(std::distance(distinct.begin(), distinct.find(classes[j])))) +=
        weights.col(j);
  return sums;
}

const LabelKernel kClassKernel = std::make_shared<kernels::ClassKernel>();

}  // namespace

TEST_CASE("the largest decision value is the prediction, of every method, under every kernel on classes") {
  const LabelKernel around = std::make_shared<kernels::GaussianOverKernel<kernels::Labels>>(
      std::make_unique<kernels::ClassKernel>(), 0.7);
  KdeOptions cut, squared, uncentred, vectors;
  cut.cut.count = 1;
  squared.form = regression::RidgeForm::squared;
  uncentred.centring = outputs::Centring::none;
  vectors.map = KdeOptions::Map::support_vector_regression;
  const ClassProblem problem;
  for (const LabelKernel& kernel : {kClassKernel, around}) {
    const samples::DataSet all = problem.data(kernel);
    std::vector<std::shared_ptr<const Method>> methods = {
        mean_output_method(), nearest_neighbour_method({{1, 5}}), nearest_neighbour_method({{1}, true}),
        one_vs_rest_method({}), joint_kernel_method({})};
    for (const KdeOptions& options : {KdeOptions{}, cut, squared, uncentred, vectors})
      methods.push_back(kde_method(options));
    for (const auto& method : methods) {
      for (std::size_t g = 0; g < method->grid().size(); ++g) {
        const outputs::Prediction prediction =
            method->fit(g, all.subset(kFirst40))->predict(all.inputs.subset(kLast20));
        REQUIRE(prediction.scores);
        CHECK(prediction.scores->classes == std::vector<int>{2, 4, 7});
        CHECK(argmax_is_prediction(prediction, problem.classes));
      }
    }
  }
}

TEST_CASE("under the class kernel they are the weights of each class, of held-out folds too") {
  const ClassProblem problem;
  const samples::DataSet all = problem.data(kClassKernel);
  const samples::DataSet training = all.subset(kFirst40);
  const samples::SampleSet inputs = all.inputs.subset(kLast20);
  const arma::mat K = problem.kernel->gram(problem.X.rows(kFirst40));
  const arma::mat K_test = problem.kernel->cross_gram(problem.X.rows(kLast20), problem.X.rows(kFirst40));
  const kernels::Labels classes = training.outputs.get<kernels::Labels>();

  KdeOptions options;
  options.ridges = {0.3};
  // f(x) = phibar + (phi - phibar)' (K + r I)^-1 k(x)
  arma::mat weights = K_test * arma::inv(arma::mat(K + 0.3 * arma::eye(40, 40)));
  weights.each_col() += (1.0 - arma::vec(arma::sum(weights, 1))) / 40.0;
  const MethodPtr kde = kde_method(options);
  const auto of_ridge = kde->fit(0, training)->predict(inputs).scores.value();
  CHECK(testing::is_close(of_ridge.values, summed_by_class(weights, classes), 1e-10));
  kde->predict_held_out(all, {{kFirst40, kLast20}, {kLast20, kFirst40}},
                        [&](std::size_t fold, std::size_t, const outputs::Prediction& prediction) {
                          if (fold == 0)
                            CHECK(testing::is_close(prediction.scores.value().values, of_ridge.values, 1e-8));
                        });

  const MethodPtr neighbours = nearest_neighbour_method({{1, 5}});
  const arma::mat D = kernels::points_of(inputs).squared_distances(kernels::points_of(training.inputs));
  for (const std::size_t g : {0u, 1u}) {
    const arma::uword k = g == 0 ? 1 : 5;
    const arma::mat shares =
        regression::neighbour_weights(regression::nearest_neighbours(D, 1e-15 * D, k), k, 40);
    CHECK(testing::is_close(neighbours->fit(g, training)->predict(inputs).scores.value().values,
                            summed_by_class(shares, classes), 1e-12));
  }

  const arma::mat frequencies = summed_by_class(arma::mat(20, 40, arma::fill::value(1.0 / 40.0)), classes);
  CHECK(testing::is_close(mean_output_method()->fit(0, training)->predict(inputs).scores.value().values,
                          frequencies, 1e-12));
}

TEST_CASE("outputs under a kernel on something else have no decision values, classes or not") {
  const ClassProblem problem;
  const samples::SampleSet vectors =
      outputs::with_output_kernel<arma::mat>(std::make_shared<kernels::LinearKernel>(), arma::mat(problem.X))
          .with(problem.classes);
  const samples::DataSet all{outputs::with_input_kernel<arma::mat>(problem.kernel, problem.X), vectors};
  for (const std::shared_ptr<const Method>& method :
       std::vector<std::shared_ptr<const Method>>{kde_method({}), nearest_neighbour_method({})}) {
    const auto model = method->fit(0, all.subset(kFirst40));
    CHECK_FALSE(model->predict(all.inputs.subset(kLast20)).scores);
  }
}

}  // namespace preimage::models
