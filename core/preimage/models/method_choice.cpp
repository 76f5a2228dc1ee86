#include "preimage/models/method_choice.hpp"

#include <algorithm>

namespace preimage::models {

void MethodChoice::require(const samples::DataSet& data) const {
  for (const Entry& entry : entries_) entry.method->require(data);
}

bool MethodChoice::draws_lots() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.method->draws_lots(); });
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
  base::Parameters result = entry->method->parameters(own);
  result.insert(result.end(), entry->parameters.begin(), entry->parameters.end());
  return result;
}

FittedPtr MethodChoice::fit(std::size_t g, const samples::DataSet& training,
                            const linalg::KeptArrays& kept) const {
  const auto [entry, own] = at(g);
  return entry->method->fit(own, training, kept);
}

void MethodChoice::predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                                const Sink& sink) const {
  std::size_t first = 0;
  for (const Entry& entry : entries_) {
    entry.method->predict_grid(training, inputs, [&](std::size_t g, const outputs::Prediction& prediction) {
      sink(first + g, prediction);
    });
    first += entry.method->grid_size();
  }
}

void MethodChoice::predict_held_out(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                                    const FoldSink& sink) const {
  std::size_t first = 0;
  for (const Entry& entry : entries_) {
    entry.method->predict_held_out(pool, folds,
                                   [&](std::size_t f, std::size_t g, const outputs::Prediction& prediction) {
                                     sink(f, first + g, prediction);
                                   });
    first += entry.method->grid_size();
  }
}

}  // namespace preimage::models
