#include "preimage/models/method_choice.hpp"

#include <algorithm>
#include <utility>

#include "preimage/kernels/points.hpp"

namespace preimage::models {

namespace {

/// The inputs as an entry sees them, of its kernel.
samples::SampleSet under(std::optional<std::size_t> kernel, const samples::SampleSet& inputs) {
  if (!kernel) return inputs;
  return inputs.with(inputs.get<kernels::KernelChoices>().kernels.at(*kernel).points);
}

Grid all_points(const std::vector<MethodChoice>& entries) {
  Grid all;
  for (const MethodChoice& entry : entries) {
    for (base::Parameters first : entry.method->grid()) {
      base::Parameters second = entry.parameters;
      if (entry.kernel) std::swap(first, second);
      first.insert(first.end(), second.begin(), second.end());
      all.push_back(std::move(first));
    }
  }
  return all;
}

class ChosenMethod final : public Method {
 public:
  explicit ChosenMethod(std::vector<MethodChoice> entries)
      : Method(all_points(entries)), entries_(std::move(entries)) {}

  void require(const samples::DataSet& data) const override {
    for (const MethodChoice& entry : entries_)
      entry.method->require({under(entry.kernel, data.inputs), data.outputs});
  }
  bool is_random() const override {
    return std::any_of(entries_.begin(), entries_.end(),
                       [](const MethodChoice& entry) { return entry.method->is_random(); });
  }
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept) const override {
    const auto [entry, own] = at(g);
    if (!entry->kernel) return entry->method->fit(own, training, kept);
    std::shared_ptr<const FittedMethod> one =
        entry->method->fit(own, {under(entry->kernel, training.inputs), training.outputs}, kept);
    return fitted([kernel = entry->kernel, one](const samples::SampleSet& inputs) {
      return one->predict(under(kernel, inputs));
    });
  }
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override {
    std::size_t first = 0;
    for (const MethodChoice& entry : entries_) {
      entry.method->predict_grid(
          {under(entry.kernel, training.inputs), training.outputs}, under(entry.kernel, inputs),
          [&](std::size_t g, const outputs::Prediction& prediction) { sink(first + g, prediction); });
      first += entry.method->grid().size();
    }
  }
  void predict_held_out(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                        const FoldSink& sink) const override {
    std::size_t first = 0;
    for (const MethodChoice& entry : entries_) {
      samples::SampleSet inputs = under(entry.kernel, pool.inputs);
      if (entry.kernel) inputs = inputs.with(kernels::points_of(inputs).with_held_gram());
      entry.method->predict_held_out(
          {inputs, pool.outputs}, folds,
          [&](std::size_t f, std::size_t g, const outputs::Prediction& prediction) {
            sink(f, first + g, prediction);
          });
      first += entry.method->grid().size();
    }
  }

 private:
  /// The entry of a grid point, and the point's place in the entry's own grid.
  std::pair<const MethodChoice*, std::size_t> at(std::size_t g) const {
    auto entry = entries_.begin();
    for (; g >= entry->method->grid().size(); ++entry) g -= entry->method->grid().size();
    return {&*entry, g};
  }

  std::vector<MethodChoice> entries_;
};

}  // namespace

MethodPtr one_of(std::vector<MethodChoice> choices) {
  return std::make_unique<const ChosenMethod>(std::move(choices));
}

MethodPtr under_each_kernel(const std::shared_ptr<const Method>& method,
                            const std::vector<base::Parameters>& parameters) {
  std::vector<MethodChoice> choices;
  for (std::size_t k = 0; k < parameters.size(); ++k) choices.push_back({parameters[k], method, k});
  return one_of(std::move(choices));
}

}  // namespace preimage::models
