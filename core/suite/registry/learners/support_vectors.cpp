#include "preimage/models/class_functions.hpp"
#include "preimage/models/joint_kernel_support_estimation.hpp"
#include "preimage/models/support_vector_regression.hpp"
#include "suite/registry/bandwidth_options.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Numbers kC{"C", config::kPositive, "weight of the losses beside 1/2 |w|^2", Preferred::smaller};

constexpr Part kClassWeights{"class_weights", "balanced, or a map {class: number > 0}",
                             "weighs the loss of each sample by its class; balanced: n / (classes x "
                             "samples of the class), of "
                             "the training samples; classes that the map leaves out: 1. Left out: all 1",
                             true};

models::ClassWeights read_class_weights(const config::Reader& reader) {
  const std::string key = kClassWeights.name;
  if (!reader.has(key)) return {};
  if (reader.raw(key).kind != config::Value::Kind::map) {
    reader.choice(key, {"balanced"});
    return models::BalancedClasses{};
  }
  const config::Reader map = reader.map(key);
  models::WeightsByName weights;
  for (const std::string& name : map.keys()) weights[name] = map.number(name, config::kPositive);
  if (weights.empty()) reader.fail(key, "expected balanced or a weight for a class at least");
  return weights;
}

namespace one_vs_rest_svm {

constexpr Numbers kRidge{"ridge", config::kPositive, "added to the diagonal of K", Preferred::larger};

models::MethodPtr parse(const config::Reader& reader) {
  return models::one_vs_rest_method(
      models::OneVsRestOptions{parse_bandwidths(reader), kRidge.read(reader), read_class_weights(reader)});
}

LearnerRow row() {
  return with_scores({"one_vs_rest_svm", 2, "a machine with squared slack per class",
                      facts_of(bandwidth_parameters(), kRidge, kClassWeights),
                      "{method: one_vs_rest_svm, bandwidth: {sigma: [1, 2]}, ridge: 0.1}", parse, false,
                      false, "SVM"});
}

}  // namespace one_vs_rest_svm

namespace support_vector_machine {

constexpr Choice kLoss{"loss", "hinge | squared_hinge", "of a sample: p = 1 or 2 of max(0, 1 - y f(x))^p",
                       "hinge"};
constexpr Choice kMulticlass{"multiclass", "one_vs_one | one_vs_rest",
                             "a machine per pair of classes, which votes, or per class", "one_vs_one"};

models::MethodPtr parse(const config::Reader& reader) {
  using Options = models::SupportVectorMachineOptions;
  Options options{parse_bandwidths(reader), kC.read(reader)};
  if (kLoss.is(reader, "squared_hinge")) options.loss = Options::Loss::squared_hinge;
  if (kMulticlass.is(reader, "one_vs_rest")) options.multiclass = Options::Multiclass::one_vs_rest;
  options.class_weights = read_class_weights(reader);
  return models::support_vector_machine_method(std::move(options));
}

LearnerRow row() {
  return with_scores({"support_vector_machine", 1,
                      "a support vector machine with hinge or squared hinge loss, as scikit-learn's SVC",
                      facts_of(bandwidth_parameters(), kC, kLoss, kMulticlass, kClassWeights),
                      "{method: support_vector_machine, bandwidth: {sigma: [1, 2]}, C: [0.1, 1, 10]}",
                      parse});
}

}  // namespace support_vector_machine

namespace logistic_regression {

models::MethodPtr parse(const config::Reader& reader) {
  return models::logistic_regression_method(models::LogisticRegressionOptions{
      parse_bandwidths(reader), kC.read(reader), read_class_weights(reader)});
}

LearnerRow row() {
  return with_scores(
      {"logistic_regression", 1,
       "logistic regression by L-BFGS, under the linear kernel as scikit-learn's LogisticRegression",
       facts_of(bandwidth_parameters(), kC, kClassWeights), "{method: logistic_regression, C: [0.1, 1, 10]}",
       parse});
}

}  // namespace logistic_regression

namespace nearest_centroid {

models::MethodPtr parse(const config::Reader& reader) {
  return models::nearest_centroid_method(parse_bandwidths(reader));
}

LearnerRow row() {
  return with_scores({"nearest_centroid", 1, "the class whose mean in feature space is nearest",
                      bandwidth_parameters(), "{method: nearest_centroid}", parse});
}

}  // namespace nearest_centroid

namespace support_vector_regression {

constexpr Numbers kEpsilon{"epsilon", config::kNonNegative,
                           "deviations that cost nothing, in units of the outputs", Preferred::larger};

models::MethodPtr parse(const config::Reader& reader) {
  return models::support_vector_regression_method(
      models::SupportVectorRegressionGrid{parse_bandwidths(reader), kC.read(reader), kEpsilon.read(reader)});
}

LearnerRow row() {
  return {"support_vector_regression",
          1,
          "epsilon-insensitive support vector regression of each output column, as scikit-learn's SVR",
          facts_of(bandwidth_parameters(), kC, kEpsilon),
          "{method: support_vector_regression, bandwidth: {sigma: [1, 2]}, C: [1, 10], epsilon: 0.1}",
          parse};
}

}  // namespace support_vector_regression

namespace joint_kernel_support_estimation {

constexpr Numbers kNu{
    "nu", {config::kPositive.min, 1.0}, "share of training pairs that may lie outside", Preferred::larger};

models::MethodPtr parse(const config::Reader& reader) {
  return models::joint_kernel_method(models::JointKernelOptions{parse_bandwidths(reader), kNu.read(reader)});
}

LearnerRow row() {
  return with_scores({"joint_kernel_support_estimation", 2,
                      "a one-class machine of (input, output) pairs scores every candidate output",
                      facts_of(bandwidth_parameters(), kNu),
                      "{method: joint_kernel_support_estimation, bandwidth: {sigma: [1, 2]}, nu: [0.1, 0.5]}",
                      parse, false, false, "JKSE"});
}

}  // namespace joint_kernel_support_estimation

}  // namespace

void add_support_vectors(LearnerRows& table) {
  table.insert(table.end(), {one_vs_rest_svm::row(), support_vector_machine::row(),
                             logistic_regression::row(), nearest_centroid::row(),
                             support_vector_regression::row(), joint_kernel_support_estimation::row()});
}

}  // namespace preimage::suite::registry
