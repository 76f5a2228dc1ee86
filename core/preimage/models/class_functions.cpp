#include "preimage/models/class_functions.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/available_memory.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/lazy.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/regression/logistic_regression.hpp"
#include "preimage/samples/label_indicators.hpp"

namespace preimage::models {

namespace {

/// What is trained on the samples of some classes.
struct Functions {
  std::vector<int> classes;
  arma::uvec
      in_data;  // positions in `classes`, in the order in which classes come first among the training samples
  bool are_of_pairs = false;  // (0, 1), (0, 2), ..., (1, 2), ...: above 0 for the first of the two
  std::vector<regression::DualFunction> functions;
  FitNotes notes;

  outputs::Prediction decide(const arma::mat& K_test_train) const {
    const arma::mat sizes = arma::abs(K_test_train);
    arma::mat values = regression::evaluate(functions, K_test_train), errors(arma::size(values));
    for (arma::uword f = 0; f < values.n_cols; ++f)
      errors.col(f) = base::kRoundingOfSums *
                      (sizes * arma::abs(functions[f].coefficients) + std::abs(functions[f].bias));
    if (are_of_pairs) count_votes(values, errors);
    // Of the largest values in each row that of the class that comes first in the data (base/ties.hpp).
    const arma::uvec all(values.n_cols, arma::fill::ones);
    const arma::uvec winners =
        in_data.elem(decoders::first_smallest_in_rows(-values.cols(in_data), errors.cols(in_data), all));
    outputs::Classes predicted;
    for (const arma::uword winner : winners) predicted.classes.push_back(classes[winner]);
    outputs::Prediction prediction{predicted};
    prediction.scores = outputs::Scores{std::move(values), classes};
    return notes.said_of(std::move(prediction), K_test_train.n_rows);
  }

 private:
  /// From values of pairs to those of classes.
  void count_votes(arma::mat& values, arma::mat& errors) const {
    arma::mat votes(values.n_rows, classes.size(), arma::fill::zeros), sums = votes, known = votes;
    arma::uword f = 0;
    for (arma::uword a = 0; a < classes.size(); ++a) {
      for (arma::uword b = a + 1; b < classes.size(); ++b, ++f) {
        const bool first_is_a =
            arma::as_scalar(arma::find(in_data == a, 1)) < arma::as_scalar(arma::find(in_data == b, 1));
        // Within rounding of 0 it votes for the class that comes first in the data.
        const arma::vec least = first_is_a ? arma::vec(-errors.col(f)) : errors.col(f);
        const arma::vec for_a = arma::conv_to<arma::vec>::from(values.col(f) >= least);
        votes.col(a) += for_a;
        votes.col(b) += 1.0 - for_a;
        sums.col(a) += values.col(f);
        sums.col(b) -= values.col(f);
        known.col(a) += errors.col(f);
        known.col(b) += errors.col(f);
      }
    }
    errors = known;
    if (classes.size() == 2) {
      values = sums;
    } else {
      values = votes + sums / (3.0 * (arma::abs(sums) + 1.0));
    }
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
void require_names(const std::string& method, const WeightsByName& weights,
                   const samples::SampleSet& outputs) {
  if (!outputs.has<samples::NamedClasses>())
    throw std::invalid_argument("method " + method + ": class_weights by name need classes that have names");
  const auto names = outputs.get<samples::NamedClasses>().names;
  for (const auto& [name, weight] : weights) {
    if (names && std::find(names->begin(), names->end(), name) == names->end())
      throw std::invalid_argument(
          fmt::format("method {}: class_weights name {}, which is no class of the data{}", method,
                      base::excerpt(name), base::suggestion(name, *names)));
  }
}

Functions of_classes(const kernels::Labels& labels) {
  // The classes of the training samples alone: which others there are is known from test outputs only.
  std::map<int, arma::uword> first;  // sample of each class
  for (arma::uword i = 0; i < labels.size(); ++i) first.emplace(labels[i], i);
  Functions result;
  std::vector<arma::uword> positions;
  for (const auto& [label, position] : first) {
    result.classes.push_back(label);
    positions.push_back(position);
  }
  result.in_data = arma::sort_index(arma::uvec(positions));
  return result;
}

/// Of each pair of classes, from their samples alone.
template <class Train>
std::vector<regression::DualFunction> of_pairs(const arma::mat& K, const std::vector<int>& classes,
                                               const std::vector<int>& class_list, double value,
                                               const arma::vec& weights, const Train& train) {
  std::vector<regression::DualFunction> functions;
  for (std::size_t a = 0; a < class_list.size(); ++a) {
    for (std::size_t b = a + 1; b < class_list.size(); ++b) {
      std::vector<arma::uword> members;
      std::vector<int> own;
      for (arma::uword i = 0; i < classes.size(); ++i) {
        if (classes[i] != class_list[a] && classes[i] != class_list[b]) continue;
        members.push_back(i);
        own.push_back(classes[i]);
      }
      const arma::uvec positions(members);
      const arma::vec own_weights = weights.is_empty() ? weights : arma::vec(weights.elem(positions));
      regression::DualFunction function =
          train(arma::mat(K.submat(positions, positions)), own, {class_list[a]}, value, own_weights).front();
      arma::vec coefficients(classes.size(), arma::fill::zeros);
      coefficients.elem(positions) = function.coefficients;
      function.coefficients = coefficients;
      functions.push_back(function);
    }
  }
  return functions;
}

/// f_c of NearestCentroidMethod.
std::vector<regression::DualFunction> centroid_functions(const arma::mat& K, const std::vector<int>& classes,
                                                         const std::vector<int>& class_list) {
  const arma::rowvec labels = arma::conv_to<arma::rowvec>::from(classes);
  const arma::vec all(classes.size(), arma::fill::value(1.0 / static_cast<double>(classes.size())));
  std::vector<regression::DualFunction> functions;
  for (const int label : class_list) {
    arma::vec own = arma::conv_to<arma::vec>::from(labels.t() == static_cast<double>(label));
    own /= arma::accu(own);
    functions.push_back({2.0 * (own - all), -arma::dot(own - all, K * (own + all))});
  }
  return functions;
}

std::vector<double> sorted(std::vector<double> values, const std::string& name, bool largest_first) {
  require_grid(values, name, 0.0, false);
  std::sort(values.begin(), values.end());
  if (largest_first) std::reverse(values.begin(), values.end());
  return values;
}

}  // namespace

ClassFunctionsMethod::ClassFunctionsMethod(Machine machine, kernels::BandwidthGrid bandwidths,
                                           std::string parameter, std::vector<double> values,
                                           ClassWeights class_weights)
    : machine_(std::move(machine)),
      bandwidths_(std::move(bandwidths)),
      parameter_(std::move(parameter)),
      values_(std::move(values)),
      class_weights_(std::move(class_weights)) {}

OneVsRestMethod::OneVsRestMethod(OneVsRestOptions options)
    : ClassFunctionsMethod(
          {.name = "one_vs_rest_svm", .called = "one-vs-rest SVM", .train = regression::one_vs_rest_svm},
          std::move(options.bandwidths), "ridge", sorted(std::move(options.ridges), "ridge", true),
          std::move(options.class_weights)) {}

SupportVectorMachineMethod::SupportVectorMachineMethod(SupportVectorMachineOptions options)
    : ClassFunctionsMethod(
          {.name = "support_vector_machine",
           .called = fmt::format(
               "support vector machine, {}, {}",
               options.loss == SupportVectorMachineOptions::Loss::hinge ? "hinge" : "squared hinge",
               options.multiclass == SupportVectorMachineOptions::Multiclass::one_vs_one ? "one-vs-one"
                                                                                         : "one-vs-rest"),
           .train = options.loss == SupportVectorMachineOptions::Loss::hinge
                        ? Train(regression::one_vs_rest_hinge_svm)
                        : Train([](const arma::mat& K, const std::vector<int>& classes,
                                   const std::vector<int>& class_list, double C, const arma::vec& weights) {
                            return regression::one_vs_rest_svm(K, classes, class_list, 0.5 / C, weights);
                          }),
           .has_pairs = options.multiclass == SupportVectorMachineOptions::Multiclass::one_vs_one},
          std::move(options.bandwidths), "C", sorted(std::move(options.Cs), "C", false),
          std::move(options.class_weights)) {}

LogisticRegressionMethod::LogisticRegressionMethod(LogisticRegressionOptions options)
    : ClassFunctionsMethod({.name = "logistic_regression",
                            .called = "logistic regression",
                            .train = regression::logistic_regression,
                            .tolerance = regression::kLogisticTolerance},
                           std::move(options.bandwidths), "C", sorted(std::move(options.Cs), "C", false),
                           std::move(options.class_weights)) {}

NearestCentroidMethod::NearestCentroidMethod(kernels::BandwidthGrid bandwidths)
    : ClassFunctionsMethod(
          {.name = "nearest_centroid",
           .called = "nearest centroid",
           .train = [](const arma::mat& K, const std::vector<int>& classes,
                       const std::vector<int>& class_list, double /*value*/,
                       const arma::vec& /*weights*/) { return centroid_functions(K, classes, class_list); }},
          std::move(bandwidths), "", {0.0}, {}) {}

void ClassFunctionsMethod::require(const samples::DataSet& data) const {
  kernels::points_of(data.inputs);
  if (!data.outputs.has<kernels::Labels>())
    throw std::invalid_argument("method " + machine_.name + " needs outputs that are classes");
  if (const auto* by_name = std::get_if<WeightsByName>(&class_weights_))
    require_names(machine_.name, *by_name, data.outputs);
}

std::string ClassFunctionsMethod::description() const {
  if (std::holds_alternative<std::monostate>(class_weights_)) return machine_.called;
  if (std::holds_alternative<BalancedClasses>(class_weights_)) return machine_.called + "(balanced classes)";
  std::string weights;
  for (const auto& [name, weight] : std::get<WeightsByName>(class_weights_))
    weights += fmt::format("{}{} = {}", weights.empty() ? "" : ", ", name, weight);
  return fmt::format("{}({})", machine_.called, weights);
}

base::Parameters ClassFunctionsMethod::parameters(std::size_t g) const {
  const std::size_t n = bandwidths_.size();
  base::Parameters result = bandwidths_.parameters(g % n);
  if (!parameter_.empty()) result.emplace_back(parameter_, values_[g / n]);
  return result;
}

namespace {

/// K  m x m, made where it is needed
template <class Machine>
Functions trained(const Machine& machine, const base::Lazy<arma::mat>& K, const kernels::Labels& labels,
                  double value, const arma::vec& weights, const regression::KeptArrays& kept = {}) {
  Functions result = of_classes(labels);
  const std::size_t c = result.classes.size();
  if (c < 2) throw NumericalError(machine.called + ": the training samples are all of one class");
  result.are_of_pairs = machine.has_pairs;
  if (!kept.is_loading()) {
    base::require_memory((sizeof(double) + sizeof(float)) * labels.size() * labels.size(),
                         fmt::format("{} of {} training samples", machine.called, labels.size()));
    result.functions = machine.has_pairs ? of_pairs(*K, labels, result.classes, value, weights, machine.train)
                                         : machine.train(*K, labels, result.classes, value, weights);
  }
  const auto quality = regression::keep_functions(kept, labels.size(),
                                                  machine.has_pairs ? c * (c - 1) / 2 : c, result.functions);
  result.notes = {quality, regression::not_converged(quality, machine.called, machine.tolerance)};
  return result;
}

}  // namespace

FittedPtr ClassFunctionsMethod::fit(std::size_t g, const samples::DataSet& training,
                                    const regression::KeptArrays& kept) const {
  const std::size_t b = g % bandwidths_.size();
  const kernels::Points x = kernels::points_of(training.inputs);
  return fitted([b, x, bandwidths = bandwidths_,
                 functions = trained(
                     machine_, base::Lazy<arma::mat>([&] { return bandwidths_.gram(x, x, b).all(); }),
                     training.outputs.get<kernels::Labels>(), values_[g / bandwidths_.size()],
                     weights_of(class_weights_, training.outputs), kept)](const samples::SampleSet& inputs) {
    return functions.decide(bandwidths.gram(kernels::points_of(inputs), x, b).all());
  });
}

void ClassFunctionsMethod::predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                                        const Sink& sink) const {
  const kernels::Points x = kernels::points_of(training.inputs), new_x = kernels::points_of(inputs);
  const auto labels = training.outputs.get<kernels::Labels>();
  const arma::vec weights = weights_of(class_weights_, training.outputs);
  for (std::size_t b = 0; b < bandwidths_.size(); ++b) {
    const base::Lazy<arma::mat> K(bandwidths_.gram(x, x, b).all());
    const arma::mat K_test_train = bandwidths_.gram(new_x, x, b).all();
    for (std::size_t v = 0; v < values_.size(); ++v)
      sink(v * bandwidths_.size() + b,
           trained(machine_, K, labels, values_[v], weights).decide(K_test_train));
  }
}

}  // namespace preimage::models
