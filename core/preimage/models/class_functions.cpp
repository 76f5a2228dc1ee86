#include "preimage/models/class_functions.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/models/dual_functions_method.hpp"
#include "preimage/regression/logistic_regression.hpp"
#include "preimage/samples/label_indicators.hpp"

namespace preimage::models {

namespace {

/// From values of pairs to those of classes.
/// in_data  the places of classes, in the order in which they come first among the training samples
void count_votes(const arma::uvec& in_data, arma::mat& values, arma::mat& errors) {
  const arma::uword c = in_data.n_elem;
  arma::mat votes(values.n_rows, c, arma::fill::zeros), sums = votes, known = votes;
  arma::uword f = 0;
  for (arma::uword a = 0; a < c; ++a) {
    for (arma::uword b = a + 1; b < c; ++b, ++f) {
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
  values = c == 2 ? sums : arma::mat(votes + sums / (3.0 * (arma::abs(sums) + 1.0)));
}

/// of  the first training sample of each class
outputs::Prediction decided(const decoders::ClassCandidates& of, bool are_of_pairs,
                            const regression::DualFunctions& functions, const arma::mat& K_test_train) {
  const arma::uvec in_data = arma::sort_index(of.positions);
  const arma::mat sizes = arma::abs(K_test_train);
  arma::mat values = regression::evaluate(functions, K_test_train), errors(arma::size(values));
  for (arma::uword f = 0; f < values.n_cols; ++f)
    errors.col(f) =
        base::kRoundingOfSums * (sizes * arma::abs(functions[f].coefficients) + std::abs(functions[f].bias));
  if (are_of_pairs) count_votes(in_data, values, errors);
  // Of the largest values in each row that of the class that comes first in the data (base/ties.hpp).
  const arma::uvec all(values.n_cols, arma::fill::ones);
  const arma::uvec winners =
      in_data.elem(decoders::first_smallest_in_rows(-values.cols(in_data), errors.cols(in_data), all));
  outputs::Classes predicted;
  for (const arma::uword winner : winners) predicted.classes.push_back(of.classes[winner]);
  outputs::Prediction prediction{predicted};
  prediction.scores = outputs::Scores{std::move(values), of.classes};
  return prediction;
}

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

/// One set of functions for each of the values.
/// K  m x m;  class_list  the classes of the training samples, ascending;  weights  m, or none
using Train = std::function<std::vector<regression::DualFunctions>(
    const arma::mat& K, const std::vector<int>& classes, const std::vector<int>& class_list,
    const std::vector<double>& values, const arma::vec& weights)>;

/// Of each pair of classes, from their samples alone.
std::vector<regression::DualFunctions> of_pairs(const arma::mat& K, const std::vector<int>& classes,
                                                const std::vector<int>& class_list,
                                                const std::vector<double>& values, const arma::vec& weights,
                                                const Train& train) {
  std::vector<regression::DualFunctions> all(values.size());
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
      const auto trained = train(K.submat(positions, positions), own, {class_list[a]}, values, own_weights);
      for (std::size_t v = 0; v < values.size(); ++v) {
        regression::DualFunction& function = all[v].emplace_back(trained[v].front());
        function.coefficients.zeros(classes.size());
        function.coefficients.elem(positions) = trained[v].front().coefficients;
      }
    }
  }
  return all;
}

/// f_c of nearest_centroid_method.
regression::DualFunctions centroid_functions(const arma::mat& K, const std::vector<int>& classes,
                                             const std::vector<int>& class_list) {
  const arma::rowvec labels = arma::conv_to<arma::rowvec>::from(classes);
  const arma::vec all(classes.size(), arma::fill::value(1.0 / static_cast<double>(classes.size())));
  regression::DualFunctions functions;
  for (const int label : class_list) {
    arma::vec own = arma::conv_to<arma::vec>::from(labels.t() == static_cast<double>(label));
    own /= arma::accu(own);
    functions.push_back({2.0 * (own - all), -arma::dot(own - all, K * (own + all))});
  }
  return functions;
}

/// Of one hyper-parameter, whose values are > 0.
template <class Order>
Grid points_of(std::vector<double> values, Order is_preferred, const std::string& name) {
  sort_grid(values, is_preferred, name, 0.0, false);
  return grid_of(name, values);
}

struct Classifier {
  std::string name;    // a method's in configs, for messages
  std::string called;  // in words
  Train train;
  double tolerance = 1e-3;  // as DualFunctionsMethod's
  bool has_pairs = false;   // `train` is given two classes at a time, and gives one function
};

class ClassFunctionsMethod final : public DualFunctionsMethod {
 public:
  /// points  of one hyper-parameter, or one point without any
  ClassFunctionsMethod(Classifier machine, kernels::BandwidthGrid bandwidths, Grid points,
                       ClassWeights class_weights)
      : DualFunctionsMethod(machine.called, std::move(bandwidths), std::move(points), machine.tolerance),
        machine_(std::move(machine)),
        class_weights_(std::move(class_weights)) {}

  void require(const samples::DataSet& data) const override {
    kernels::points_of(data.inputs);
    if (!data.outputs.has<kernels::Labels>())
      throw std::invalid_argument("method " + machine_.name + " needs outputs that are classes");
    if (const auto* by_name = std::get_if<WeightsByName>(&class_weights_))
      require_names(machine_.name, *by_name, data.outputs);
  }
  std::string description() const override {
    if (std::holds_alternative<std::monostate>(class_weights_)) return machine_.called;
    if (std::holds_alternative<BalancedClasses>(class_weights_))
      return machine_.called + "(balanced classes)";
    std::string weights;
    for (const auto& [name, weight] : std::get<WeightsByName>(class_weights_))
      weights += fmt::format("{}{} = {}", weights.empty() ? "" : ", ", name, weight);
    return fmt::format("{}({})", machine_.called, weights);
  }

 private:
  Problem problem(const samples::SampleSet& outputs) const override {
    const auto labels = outputs.get<kernels::Labels>();
    // The classes of the training samples alone: which others there are is known from test outputs only.
    const decoders::ClassCandidates of = decoders::first_of_classes(labels);
    const std::size_t c = of.classes.size();
    if (c < 2) throw NumericalError(machine_.called + ": the training samples are all of one class");
    const bool has_pairs = machine_.has_pairs;
    return {has_pairs ? c * (c - 1) / 2 : c,
            [=, train = machine_.train, weights = weights_of(class_weights_, outputs)](const arma::mat& K,
                                                                                       const Grid& points) {
              std::vector<double> values;
              for (const base::Parameters& point : points)
                values.push_back(point.empty() ? 0.0 : point.front().second);
              return has_pairs ? of_pairs(K, labels, of.classes, values, weights, train)
                               : train(K, labels, of.classes, values, weights);
            },
            [=](const regression::DualFunctions& functions, const arma::mat& K_test_train) {
              return decided(of, has_pairs, functions, K_test_train);
            }};
  }

  Classifier machine_;
  ClassWeights class_weights_;
};

MethodPtr class_functions(Classifier machine, kernels::BandwidthGrid bandwidths,
                          std::vector<base::Parameters> points, ClassWeights class_weights) {
  return std::make_unique<const ClassFunctionsMethod>(std::move(machine), std::move(bandwidths),
                                                      std::move(points), std::move(class_weights));
}

}  // namespace

MethodPtr one_vs_rest_method(OneVsRestOptions options) {
  return class_functions(
      {.name = "one_vs_rest_svm", .called = "one-vs-rest SVM", .train = regression::one_vs_rest_svm},
      std::move(options.bandwidths), points_of(std::move(options.ridges), std::greater<>(), "ridge"),
      std::move(options.class_weights));
}

MethodPtr support_vector_machine_method(SupportVectorMachineOptions options) {
  const bool is_hinge = options.loss == SupportVectorMachineOptions::Loss::hinge,
             has_pairs = options.multiclass == SupportVectorMachineOptions::Multiclass::one_vs_one;
  const auto squared_hinge = [](const arma::mat& K, const std::vector<int>& classes,
                                const std::vector<int>& class_list, std::vector<double> values,
                                const arma::vec& weights) {
    for (double& value : values) value = 0.5 / value;
    return regression::one_vs_rest_svm(K, classes, class_list, values, weights);
  };
  return class_functions(
      {.name = "support_vector_machine",
       .called = fmt::format("support vector machine, {}, {}", is_hinge ? "hinge" : "squared hinge",
                             has_pairs ? "one-vs-one" : "one-vs-rest"),
       .train = is_hinge ? Train(regression::one_vs_rest_hinge_svm) : Train(squared_hinge),
       .has_pairs = has_pairs},
      std::move(options.bandwidths), points_of(std::move(options.Cs), std::less<>(), "C"),
      std::move(options.class_weights));
}

MethodPtr logistic_regression_method(LogisticRegressionOptions options) {
  return class_functions({.name = "logistic_regression",
                          .called = "logistic regression",
                          .train = regression::logistic_regression,
                          .tolerance = regression::kLogisticTolerance},
                         std::move(options.bandwidths), points_of(std::move(options.Cs), std::less<>(), "C"),
                         std::move(options.class_weights));
}

MethodPtr nearest_centroid_method(kernels::BandwidthGrid bandwidths) {
  const auto train = [](const arma::mat& K, const std::vector<int>& classes,
                        const std::vector<int>& class_list, const std::vector<double>& /*values*/,
                        const arma::vec& /*weights*/) {
    return std::vector<regression::DualFunctions>{centroid_functions(K, classes, class_list)};
  };
  return class_functions({.name = "nearest_centroid", .called = "nearest centroid", .train = train},
                         std::move(bandwidths), {{}}, {});
}

}  // namespace preimage::models
