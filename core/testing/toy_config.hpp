// A small config, for tests: the artificial string task with few samples.
#pragma once

#include <string>

namespace preimage::testing {

inline std::string toy_config() {
  return R"(title: Toy
experiment: string_toy
seed: 1
dataset: {name: generated_strings, samples: 30}
input_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}
output_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}
loss: distance
protocol: {outer: {folds: 3}, inner: {folds: 3}}
learners:
  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1]}, ridge: [0.01, 1]}
  neighbours: {method: nearest_neighbours, k: [1, 3]}
readings:
  exclusive: {note: as printed}
  nested: {dataset.noise: nested, choices_after_seeing: 1}
profiles:
  quick: {repetitions: 2, readings: all}
  short: {repetitions: 1, readings: exclusive}
)";
}

/// `text` with the first `from` replaced by `to`; every test's change must find its place.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);  // std::out_of_range where it is not there
}

}  // namespace preimage::testing
