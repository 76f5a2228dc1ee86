#include "preimage/models/one_vs_rest_svm.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>

#include "preimage/regression/support_vectors.hpp"

namespace preimage::models {

namespace {

/// The machines of all classes.
struct Machines {
  std::vector<int> classes;
  std::vector<regression::DualFunction> functions;

  outputs::Prediction decide(const arma::mat& K_test_train) const {
    outputs::Classes predicted;
    arma::mat values = regression::evaluate(functions, K_test_train);
    const arma::uvec winners = arma::index_max(values, 1);
    for (const arma::uword winner : winners) predicted.classes.push_back(classes[winner]);
    outputs::Prediction prediction{predicted};
    prediction.scores = outputs::Scores{std::move(values), classes};
    return prediction;
  }
};

/// K  m x m, made where it is needed
Machines train(const std::function<arma::mat()>& K, const kernels::Labels& classes, double ridge,
               const linalg::KeptArrays& kept = {}) {
  // The classes of the training samples alone: which others there are is known from test outputs only.
  const std::set<int> distinct(classes.begin(), classes.end());
  Machines machines{{distinct.begin(), distinct.end()}, {}};
  machines.functions = regression::keep_functions(kept, "functions", classes.size(), [&] {
    return regression::one_vs_rest_svm(K(), classes, machines.classes, ridge);
  });
  return machines;
}

}  // namespace

OneVsRestMethod::OneVsRestMethod(OneVsRestOptions options) : options_(std::move(options)) {
  std::sort(options_.ridges.begin(), options_.ridges.end(), std::greater<>());
}

void OneVsRestMethod::require(const samples::DataSet& data) const {
  kernels::points_of(data.inputs);
  if (!data.outputs.has<kernels::Labels>())
    throw std::invalid_argument("method one_vs_rest_svm needs outputs that are classes");
}

base::Parameters OneVsRestMethod::parameters(std::size_t g) const {
  const std::size_t n = options_.bandwidths.size();
  base::Parameters result = options_.bandwidths.parameters(g % n);
  result.emplace_back("ridge", options_.ridges[g / n]);
  return result;
}

FittedPtr OneVsRestMethod::fit(std::size_t g, const samples::DataSet& training,
                               const linalg::KeptArrays& kept) const {
  const std::size_t b = g % options_.bandwidths.size();
  const kernels::Points x = kernels::points_of(training.inputs);
  return fitted(
      [b, x, bandwidths = options_.bandwidths,
       machines =
           train([&] { return options_.bandwidths.gram(x, x, b); }, training.outputs.get<kernels::Labels>(),
                 options_.ridges[g / options_.bandwidths.size()], kept)](const samples::SampleSet& inputs) {
        return machines.decide(bandwidths.gram(kernels::points_of(inputs), x, b));
      });
}

void OneVsRestMethod::predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                                   const Sink& sink) const {
  const kernels::Points x = kernels::points_of(training.inputs), new_x = kernels::points_of(inputs);
  const auto classes = training.outputs.get<kernels::Labels>();
  const std::size_t n = options_.bandwidths.size();
  for (std::size_t b = 0; b < n; ++b) {
    const arma::mat K = options_.bandwidths.gram(x, x, b);
    const arma::mat K_test_train = options_.bandwidths.gram(new_x, x, b);
    for (std::size_t r = 0; r < options_.ridges.size(); ++r)
      sink(r * n + b, train([&] { return K; }, classes, options_.ridges[r]).decide(K_test_train));
  }
}

}  // namespace preimage::models
