#include "preimage/models/one_vs_rest_svm.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/available_memory.hpp"
#include "preimage/base/lazy.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/regression/support_vectors.hpp"
#include "preimage/samples/label_indicators.hpp"

namespace preimage::models {

namespace {

/// The machines of all classes.
struct Machines {
  std::vector<int> classes;
  std::vector<regression::DualFunction> functions;
  regression::FitQuality quality;
  arma::uvec
      in_data;  // positions in `classes`, in the order in which classes come first among the training samples

  outputs::Prediction decide(const arma::mat& K_test_train) const {
    outputs::Classes predicted;
    arma::mat values = regression::evaluate(functions, K_test_train);
    for (const arma::uword winner : winners(values, K_test_train))
      predicted.classes.push_back(classes[winner]);
    outputs::Prediction prediction{predicted};
    prediction.scores = outputs::Scores{std::move(values), classes};
    return FitNotes{quality, regression::not_converged(quality, "one-vs-rest SVM")}.said_of(
        std::move(prediction), K_test_train.n_rows);
  }

 private:
  /// Of the largest values in each row that of the class that comes first in the data (base/ties.hpp).
  arma::uvec winners(const arma::mat& values, const arma::mat& K_test_train) const {
    const arma::mat sizes = arma::abs(K_test_train);
    arma::mat errors(arma::size(values));
    for (arma::uword c = 0; c < values.n_cols; ++c)
      errors.col(c) = base::kRoundingOfSums *
                      (sizes * arma::abs(functions[c].coefficients) + std::abs(functions[c].bias));
    const arma::uvec all(values.n_cols, arma::fill::ones);
    return in_data.elem(decoders::first_smallest_in_rows(-values.cols(in_data), errors.cols(in_data), all));
  }
};

/// One per training sample; none where all are 1.
arma::vec weights_of(const ClassWeights& class_weights, const samples::SampleSet& outputs) {
  if (const auto* by_name = std::get_if<WeightsByName>(&class_weights)) {
    const auto classes = outputs.get<samples::NamedClasses>();
    arma::vec weights(classes.classes.size(), arma::fill::ones);
    for (arma::uword i = 0; i < weights.n_elem; ++i) {
      const auto found = by_name->find(classes.name(i));
      if (found != by_name->end()) weights(i) = found->second;
    }
    return weights;
  }
  if (!std::holds_alternative<BalancedClasses>(class_weights)) return {};
  const auto classes = outputs.get<kernels::Labels>();
  std::map<int, double> counts;
  for (const int label : classes) counts[label] += 1.0;
  arma::vec weights(classes.size());
  for (arma::uword i = 0; i < weights.n_elem; ++i)
    weights(i) =
        static_cast<double>(classes.size()) / (static_cast<double>(counts.size()) * counts.at(classes[i]));
  return weights;
}

/// throws  std::invalid_argument
void require_names(const WeightsByName& weights, const samples::SampleSet& outputs) {
  if (!outputs.has<samples::NamedClasses>())
    throw std::invalid_argument("method one_vs_rest_svm: class_weights by name need classes that have names");
  const auto names = outputs.get<samples::NamedClasses>().names;
  for (const auto& [name, weight] : weights) {
    if (names && std::find(names->begin(), names->end(), name) == names->end())
      throw std::invalid_argument(
          fmt::format("method one_vs_rest_svm: class_weights name {}, which is no class of the data{}",
                      base::excerpt(name), base::suggestion(name, *names)));
  }
}

/// K  m x m, made where it is needed
Machines train(const base::Lazy<arma::mat>& K, const kernels::Labels& classes, double ridge,
               const arma::vec& weights, const regression::KeptArrays& kept = {}) {
  // The classes of the training samples alone: which others there are is known from test outputs only.
  std::map<int, arma::uword> first;  // sample of each class
  for (arma::uword i = 0; i < classes.size(); ++i) first.emplace(classes[i], i);
  Machines machines;
  std::vector<arma::uword> positions;
  for (const auto& [label, position] : first) {
    machines.classes.push_back(label);
    positions.push_back(position);
  }
  machines.in_data = arma::sort_index(arma::uvec(positions));
  if (!kept.is_loading()) {
    base::require_memory((sizeof(double) + sizeof(float)) * classes.size() * classes.size(),
                         fmt::format("support vector machines of {} training samples", classes.size()));
    machines.functions = regression::one_vs_rest_svm(*K, classes, machines.classes, ridge, weights);
  }
  machines.quality =
      regression::keep_functions(kept, classes.size(), machines.classes.size(), machines.functions);
  return machines;
}

}  // namespace

OneVsRestMethod::OneVsRestMethod(OneVsRestOptions options) : options_(std::move(options)) {
  require_grid(options_.ridges, "ridge", 0.0, false);
  std::sort(options_.ridges.begin(), options_.ridges.end(), std::greater<>());
}

void OneVsRestMethod::require(const samples::DataSet& data) const {
  kernels::points_of(data.inputs);
  if (!data.outputs.has<kernels::Labels>())
    throw std::invalid_argument("method one_vs_rest_svm needs outputs that are classes");
  if (const auto* by_name = std::get_if<WeightsByName>(&options_.class_weights))
    require_names(*by_name, data.outputs);
}

std::string OneVsRestMethod::description() const {
  if (std::holds_alternative<std::monostate>(options_.class_weights)) return "one-vs-rest SVM";
  if (std::holds_alternative<BalancedClasses>(options_.class_weights))
    return "one-vs-rest SVM(balanced classes)";
  std::string weights;
  for (const auto& [name, weight] : std::get<WeightsByName>(options_.class_weights))
    weights += fmt::format("{}{} = {}", weights.empty() ? "" : ", ", name, weight);
  return fmt::format("one-vs-rest SVM({})", weights);
}

base::Parameters OneVsRestMethod::parameters(std::size_t g) const {
  const std::size_t n = options_.bandwidths.size();
  base::Parameters result = options_.bandwidths.parameters(g % n);
  result.emplace_back("ridge", options_.ridges[g / n]);
  return result;
}

FittedPtr OneVsRestMethod::fit(std::size_t g, const samples::DataSet& training,
                               const regression::KeptArrays& kept) const {
  const std::size_t b = g % options_.bandwidths.size();
  const kernels::Points x = kernels::points_of(training.inputs);
  return fitted(
      [b, x, bandwidths = options_.bandwidths,
       machines = train(
           base::Lazy<arma::mat>([&] { return options_.bandwidths.gram(x, x, b).all(); }),
           training.outputs.get<kernels::Labels>(), options_.ridges[g / options_.bandwidths.size()],
           weights_of(options_.class_weights, training.outputs), kept)](const samples::SampleSet& inputs) {
        return machines.decide(bandwidths.gram(kernels::points_of(inputs), x, b).all());
      });
}

void OneVsRestMethod::predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                                   const Sink& sink) const {
  const kernels::Points x = kernels::points_of(training.inputs), new_x = kernels::points_of(inputs);
  const auto classes = training.outputs.get<kernels::Labels>();
  const arma::vec weights = weights_of(options_.class_weights, training.outputs);
  const std::size_t n = options_.bandwidths.size();
  for (std::size_t b = 0; b < n; ++b) {
    const base::Lazy<arma::mat> K(options_.bandwidths.gram(x, x, b).all());
    const arma::mat K_test_train = options_.bandwidths.gram(new_x, x, b).all();
    for (std::size_t r = 0; r < options_.ridges.size(); ++r)
      sink(r * n + b, train(K, classes, options_.ridges[r], weights).decide(K_test_train));
  }
}

}  // namespace preimage::models
