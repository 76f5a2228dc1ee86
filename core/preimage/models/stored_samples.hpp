// Samples in a model file. A type of one's own gets the two functions in its own namespace, and its models
// can be saved.
#pragma once

#include <armadillo>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "preimage/base/error.hpp"
#include "preimage/models/model_file.hpp"
#include "preimage/samples/table.hpp"

namespace preimage::models {

/// For restore_samples, which is chosen by the type of what is to be restored.
template <class Samples>
struct As {};

inline void store_samples(ModelFile& file, const std::string& name, const arma::mat& vectors) {
  file.arrays[name] = vectors;
}
inline arma::mat restore_samples(As<arma::mat>, const ModelFile& file, const std::string& name) {
  return file.numbers(name, true);
}

inline void store_samples(ModelFile& file, const std::string& name, const std::vector<std::string>& strings) {
  file.store_texts(name, strings);
}
inline std::vector<std::string> restore_samples(As<std::vector<std::string>>, const ModelFile& file,
                                                const std::string& name) {
  return file.texts(name);
}

inline void store_samples(ModelFile& file, const std::string& name, const std::vector<int>& labels) {
  file.arrays[name] = std::vector<std::int64_t>(labels.begin(), labels.end());
}
std::vector<int> restore_samples(As<std::vector<int>>, const ModelFile& file, const std::string& name);

/// The labels of all sets, one after the other, and where each set ends.
void store_samples(ModelFile& file, const std::string& name, const std::vector<std::set<int>>& sets);
std::vector<std::set<int>> restore_samples(As<std::vector<std::set<int>>>, const ModelFile& file,
                                           const std::string& name);

/// The names of the columns, and of column c "name.c", numbers or strings.
void store_samples(ModelFile& file, const std::string& name, const samples::Table& table);
samples::Table restore_samples(As<samples::Table>, const ModelFile& file, const std::string& name);

/// Whether samples of this type have the two functions.
template <class Samples>
concept Storable = requires(ModelFile& file, const std::string& name, const Samples& samples) {
  store_samples(file, name, samples);
  restore_samples(As<Samples>(), file, name);
};

}  // namespace preimage::models
