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
  exclusive: {note: as printed, choices_after_seeing: 0}
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

/// The toy config with a paper of one table, whose numbers stand in published.csv beside it.
inline std::string published_toy_config() {
  return replaced(toy_config(), "string_toy\n",
                  "string_toy\npaper: {key: toy, authors: A. Author, title: A toy, year: 2002}\n"
                  "reproduces: toy/table_1\npublished: published.csv\n");
}

/// Its published.csv.
inline std::string toy_ledger() {
  return "table,measure,learner,value,spread,spread_kind,folds,row_title,column_title,place,note\n"
         "toy/table_1,string_loss,kde,0.676,0.030,SE,4,string loss,KDE,Table 1,\n"
         "toy/table_1,string_loss,neighbours,0.985,0.029,SE,4,string loss,k-NN,Table 1,\n"
         "toy/table_1,classification_loss,kde,0.125,0.012,SE,4,classification loss,KDE,Table 1,\n";
}

}  // namespace preimage::testing
