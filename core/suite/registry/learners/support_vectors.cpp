#include "preimage/models/joint_kernel_support_estimation.hpp"
#include "preimage/models/one_vs_rest_svm.hpp"
#include "suite/registry/bandwidth_options.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

namespace one_vs_rest_svm {

constexpr Numbers kRidge{"ridge", config::kPositive, "added to the diagonal of K", Preferred::larger};

constexpr Part kClassWeights{"class_weights", "balanced, or a map {class: number > 0}",
                             "weighs the squared slack of each sample by its class; balanced: n / (classes x "
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

MakeMethod parse(const config::Reader& reader) {
  return method<models::OneVsRestMethod>(
      models::OneVsRestOptions{parse_bandwidths(reader), kRidge.read(reader), read_class_weights(reader)});
}

LearnerRow row() {
  return {"one_vs_rest_svm",
          2,
          "a machine with squared slack per class",
          facts_of(bandwidth_parameters(), kRidge, kClassWeights),
          "{method: one_vs_rest_svm, bandwidth: {sigma: [1, 2]}, ridge: 0.1}",
          parse,
          false,
          false,
          "SVM"};
}

}  // namespace one_vs_rest_svm

namespace joint_kernel_support_estimation {

constexpr Numbers kNu{
    "nu", {config::kPositive.min, 1.0}, "share of training pairs that may lie outside", Preferred::larger};

MakeMethod parse(const config::Reader& reader) {
  return method<models::JointKernelMethod>(
      models::JointKernelOptions{parse_bandwidths(reader), kNu.read(reader)});
}

LearnerRow row() {
  return {"joint_kernel_support_estimation",
          2,
          "a one-class machine of (input, output) pairs scores every candidate output",
          facts_of(bandwidth_parameters(), kNu),
          "{method: joint_kernel_support_estimation, bandwidth: {sigma: [1, 2]}, nu: [0.1, 0.5]}",
          parse,
          false,
          false,
          "JKSE"};
}

}  // namespace joint_kernel_support_estimation

}  // namespace

void add_support_vectors(LearnerRows& table) {
  table.insert(table.end(), {one_vs_rest_svm::row(), joint_kernel_support_estimation::row()});
}

}  // namespace preimage::suite::registry
