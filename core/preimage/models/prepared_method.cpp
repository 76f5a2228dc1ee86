#include "preimage/models/prepared_method.hpp"

#include <optional>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "preimage/kernels/points.hpp"
#include "preimage/models/virtual_examples.hpp"
#include "preimage/outputs/forms.hpp"

namespace preimage::models {

namespace {

/// What training samples say; nothing of a side that has no raw form.
struct Transforms {
  std::vector<ColumnTransform> inputs;  // one, or one per kernel
  std::optional<ColumnTransform> outputs;
};

/// The options of each transform of the inputs.
std::vector<ColumnOptions> options_of(const RawVectors& raw) {
  std::vector<ColumnOptions> all;
  for (const Scale scale : raw.scales) {
    all.push_back(raw.options);
    all.back().scale = scale;
  }
  if (all.empty()) all.push_back(raw.options);
  return all;
}

Transforms fitted_to(const samples::DataSet& training, const regression::KeptArrays& kept = {}) {
  Transforms transforms;
  if (training.inputs.has<RawVectors>()) {
    const auto raw = training.inputs.get<RawVectors>();
    const std::vector<ColumnOptions> all = options_of(raw);
    for (std::size_t i = 0; i < all.size(); ++i)
      transforms.inputs.push_back(ColumnTransform::fitted_to(
          raw.values, all[i], kept, all.size() == 1 ? "input_columns" : fmt::format("input_columns.{}", i)));
  }
  if (training.outputs.has<RawOutputs>()) {
    const auto raw = training.outputs.get<RawOutputs>();
    transforms.outputs = ColumnTransform::fitted_to(raw.values, raw.options, kept, "output_columns");
  }
  return transforms;
}

samples::SampleSet scaled_inputs(const samples::SampleSet& inputs, const Transforms& transforms) {
  if (transforms.inputs.empty()) return inputs;
  const auto raw = inputs.get<RawVectors>();
  std::vector<std::shared_ptr<const arma::mat>> vectors;
  for (const ColumnTransform& transform : transforms.inputs)
    vectors.push_back(std::make_shared<const arma::mat>(transform.apply(raw.values)));
  kernels::KernelChoices choices;
  for (std::size_t k = 0; k < raw.kernels.size(); ++k) {
    const auto& [parameters, kernel] = raw.kernels[k];
    const std::size_t t = vectors.size() == 1 ? 0 : k;
    if (const auto* of_rows = std::get_if<1>(&kernel))
      choices.kernels.push_back(
          {parameters, kernels::Points::of<samples::Table>(
                           *of_rows, std::make_shared<const samples::Table>(
                                         table_of(raw, *vectors[t], transforms.inputs[t].widths())))});
    else
      choices.kernels.push_back(
          {parameters, kernels::Points::of<kernels::Vectors>(std::get<0>(kernel), vectors[t])});
  }
  // Where scales are chosen among, and beside other columns, there are no vectors without a kernel.
  const bool are_vectors = vectors.size() == 1 && raw.names.empty();
  const samples::SampleSet set = are_vectors ? inputs.with(vectors.front()) : inputs;
  return choices.kernels.size() == 1 ? set.with(choices.kernels.front().points)
                                     : set.with(std::move(choices));
}

/// The outputs anew, with the same numbers: what depends on their scale must not stay.
samples::SampleSet scaled_outputs(const samples::SampleSet& outputs, const Transforms& transforms) {
  if (!transforms.outputs) return outputs;
  const auto raw = outputs.get<RawOutputs>();
  const samples::SampleSet scaled = outputs::with_output_kernel<kernels::Vectors>(
      raw.kernel, transforms.outputs->apply(raw.values), raw.candidates);
  const samples::SampleSet unscaled =
      outputs::with_output_kernel<kernels::Vectors>(raw.kernel, raw.values, raw.candidates);
  samples::SampleSet result = samples::SampleSet(outputs.numbers())
                                  .with(outputs::Unscaled{unscaled.renumbered(outputs.numbers())})
                                  .with(scaled.get<kernels::Vectors>())
                                  .with(scaled.get<outputs::CandidateMask>())
                                  .with(scaled.get<kernels::Points>());
  return scaled.has<outputs::ExplicitFeatures>() ? result.with(scaled.get<outputs::ExplicitFeatures>())
                                                 : result;
}

samples::DataSet scaled(const samples::DataSet& data, const Transforms& transforms) {
  return {scaled_inputs(data.inputs, transforms), scaled_outputs(data.outputs, transforms)};
}

/// In the units of the data, with what inputs have that the training samples lack.
outputs::Prediction scaled_back(outputs::Prediction prediction, const Transforms& transforms,
                                const samples::SampleSet& inputs) {
  auto* found = std::get_if<outputs::NewVectors>(&prediction.value);
  if (found != nullptr && transforms.outputs) found->vectors = transforms.outputs->undo(found->vectors);
  if (transforms.inputs.empty() || !transforms.inputs.front().has_categories()) return prediction;
  // Levels are the same under each scale.
  for (auto& [column, marks] : transforms.inputs.front().unseen(inputs.get<RawVectors>().values))
    prediction.diagnostics[kUnseenCategory + column] = marks;
  return prediction;
}

}  // namespace

samples::Table table_of(const RawVectors& raw, const arma::mat& seen,
                        const std::vector<arma::uword>& widths) {
  samples::Table table = raw.others;
  for (arma::uword j = 0, at = 0; j < widths.size(); at += widths[j], ++j) {
    const arma::mat values = seen.cols(at, at + widths[j] - 1);
    if (j > 0 && raw.names[j] == raw.names[j - 1]) {
      auto& before = std::get<arma::mat>(table.columns.back().values);
      before = arma::join_rows(before, values);
    } else {
      table.columns.push_back({raw.names[j], values});
    }
  }
  return table;
}

namespace {

class PreparedMethod final : public Method {
 public:
  explicit PreparedMethod(std::shared_ptr<const Method> method)
      : Method(method->grid()), method_(std::move(method)) {}

  /// Of zeros in the place of samples, which kernels that are made for scaled or filled values may refuse as
  /// they are.
  void require(const samples::DataSet& data) const override {
    require_shiftable(data.inputs);
    samples::DataSet forms = data;
    Transforms transforms;
    if (data.inputs.has<RawVectors>()) {
      auto raw = data.inputs.get<RawVectors>();
      raw.values.zeros();
      transforms.inputs.assign(options_of(raw).size(), ColumnTransform::identity(raw.values.n_cols));
      forms.inputs = data.inputs.with(std::move(raw));
    }
    if (data.outputs.has<RawOutputs>()) {
      auto raw = data.outputs.get<RawOutputs>();
      raw.values.zeros();
      transforms.outputs = ColumnTransform::identity(raw.values.n_cols);
      forms.outputs = data.outputs.with(std::move(raw));
    }
    method_->require(scaled(forms, transforms));
  }
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept) const override {
    const samples::DataSet examples = with_virtual_examples(training);
    const Transforms transforms = fitted_to(examples, kept);
    std::shared_ptr<const FittedMethod> one = method_->fit(g, scaled(examples, transforms), kept);
    return fitted([one, transforms](const samples::SampleSet& inputs) {
      return scaled_back(one->predict(scaled_inputs(inputs, transforms)), transforms, inputs);
    });
  }
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override {
    const samples::DataSet examples = with_virtual_examples(training);
    const Transforms transforms = fitted_to(examples);
    method_->predict_grid(scaled(examples, transforms), scaled_inputs(inputs, transforms),
                          [&](std::size_t g, const outputs::Prediction& prediction) {
                            sink(g, scaled_back(prediction, transforms, inputs));
                          });
  }

 private:
  std::shared_ptr<const Method> method_;
};

}  // namespace

MethodPtr prepared_method(std::shared_ptr<const Method> method) {
  return std::make_unique<const PreparedMethod>(std::move(method));
}

}  // namespace preimage::models
