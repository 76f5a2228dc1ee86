// From the name of a kernel in a config to a kernel. A row is a file kernels/<name>.cpp, or wrappers/<name>.cpp for one that
// wraps any other; CMake finds them. Property tests run over every row.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "preimage/detection/localization_kernel.hpp"
#include "preimage/kernels/kernel.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

template <class Samples>
struct KernelRow {
  std::string name;
  int version = 1;  // raised when the kernel's numbers change; part of the identity of cells that use it
  std::string summary;
  std::vector<ParameterFacts> parameters;
  std::string example;  // YAML flow text that make_kernel accepts
  kernels::KernelPtr<Samples> (*make)(const config::Reader& reader);  // reads all parameters but `name`
  bool non_negative = false;                                          // refuses samples with an entry below 0
};

/// The rows of every sample type that kernels compare.
class KernelTable {
 public:
  template <class Samples>
  std::vector<KernelRow<Samples>>& rows() {
    return std::get<std::vector<KernelRow<Samples>>>(rows_);
  }
  /// action(name of the sample type, its rows), for each type
  template <class Action>
  void for_each_type(const Action& action) {
    action("vectors", rows<kernels::Vectors>());
    action("strings", rows<kernels::Strings>());
    action("pairs", rows<kernels::StringPairs>());
    action("regions", rows<detection::ImageRegions>());
    action("labels", rows<kernels::Labels>());
    action("label sets", rows<kernels::LabelSets>());
    action("sequences", rows<samples::VectorSequences>());
  }

 private:
  std::tuple<std::vector<KernelRow<kernels::Vectors>>, std::vector<KernelRow<kernels::Strings>>,
             std::vector<KernelRow<kernels::StringPairs>>, std::vector<KernelRow<detection::ImageRegions>>,
             std::vector<KernelRow<kernels::Labels>>, std::vector<KernelRow<kernels::LabelSets>>,
             std::vector<KernelRow<samples::VectorSequences>>>
      rows_;
};

/// All rows: those of kernels/, then those of wrappers/, each in the order of their names.
KernelTable all_kernels();

/// The rows of one sample type.
template <class Samples>
const std::vector<KernelRow<Samples>>& kernel_table();

/// The kernel that a map {name: ..., parameters} describes; the wrappers read theirs below `base`. Notes the row's version.
/// throws  ConfigError for an unknown name (with the nearest) or a missing or bad parameter. An unknown
///         parameter is found by reader.finish(), as everywhere.
template <class Samples>
kernels::KernelPtr<Samples> make_kernel(const config::Reader& reader);

/// Notes the version of a row that a learner uses without a map of its own. Requires that there is such a row.
template <class Samples>
void note_kernel_version(const config::Reader& reader, const std::string& name);

}  // namespace preimage::suite::registry
