#include "preimage/models/method_choice.hpp"

#include <algorithm>
#include <utility>

#include "preimage/kernels/points.hpp"

namespace preimage::models {

namespace {

/// The inputs as an entry sees them.
samples::SampleSet seen_by(const MethodChoice::Entry& entry, const samples::SampleSet& inputs) {
  if (!entry.kernel) return inputs;
  return inputs.with(inputs.get<kernels::KernelChoices>().kernels.at(*entry.kernel).points);
}

}  // namespace

MethodChoice MethodChoice::of_kernels(const std::shared_ptr<const Method>& method,
                                      const std::vector<base::Parameters>& parameters) {
  std::vector<Entry> entries;
  for (std::size_t k = 0; k < parameters.size(); ++k) entries.push_back({parameters[k], method, k});
  return MethodChoice(std::move(entries));
}

void MethodChoice::require(const samples::DataSet& data) const {
  for (const Entry& entry : entries_) entry.method->require({seen_by(entry, data.inputs), data.outputs});
}

bool MethodChoice::is_random() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.method->is_random(); });
}

std::size_t MethodChoice::grid_size() const {
  std::size_t size = 0;
  for (const Entry& entry : entries_) size += entry.method->grid_size();
  return size;
}

std::pair<const MethodChoice::Entry*, std::size_t> MethodChoice::at(std::size_t g) const {
  auto entry = entries_.begin();
  for (; g >= entry->method->grid_size(); ++entry) g -= entry->method->grid_size();
  return {&*entry, g};
}

base::Parameters MethodChoice::parameters(std::size_t g) const {
  const auto [entry, own] = at(g);
  base::Parameters first = entry->method->parameters(own), second = entry->parameters;
  if (entry->kernel) std::swap(first, second);
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

FittedPtr MethodChoice::fit(std::size_t g, const samples::DataSet& training,
                            const regression::KeptArrays& kept) const {
  const auto [entry, own] = at(g);
  if (!entry->kernel) return entry->method->fit(own, training, kept);
  std::shared_ptr<const FittedMethod> one =
      entry->method->fit(own, {seen_by(*entry, training.inputs), training.outputs}, kept);
  return fitted([choice = Entry{{}, nullptr, entry->kernel}, one](const samples::SampleSet& inputs) {
    return one->predict(seen_by(choice, inputs));
  });
}

void MethodChoice::predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                                const Sink& sink) const {
  std::size_t first = 0;
  for (const Entry& entry : entries_) {
    entry.method->predict_grid(
        {seen_by(entry, training.inputs), training.outputs}, seen_by(entry, inputs),
        [&](std::size_t g, const outputs::Prediction& prediction) { sink(first + g, prediction); });
    first += entry.method->grid_size();
  }
}

void MethodChoice::predict_held_out(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                                    const FoldSink& sink) const {
  std::size_t first = 0;
  for (const Entry& entry : entries_) {
    samples::SampleSet inputs = seen_by(entry, pool.inputs);
    if (entry.kernel) inputs = inputs.with(kernels::points_of(inputs).with_held_gram());
    entry.method->predict_held_out({inputs, pool.outputs}, folds,
                                   [&](std::size_t f, std::size_t g, const outputs::Prediction& prediction) {
                                     sink(f, first + g, prediction);
                                   });
    first += entry.method->grid_size();
  }
}

}  // namespace preimage::models
