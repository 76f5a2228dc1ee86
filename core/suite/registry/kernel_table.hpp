// From the name of a kernel in a config to a kernel. Rows are in kernels/<group>.cpp, or in
// wrappers/<group>.cpp where they wrap any other, a function add_<group>; CMake finds them. Property tests
// run over every row.
#pragma once

#include <algorithm>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "preimage/kernels/kernel.hpp"
#include "preimage/samples/table.hpp"
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
  std::string notation = {};  // of strings: what they are where not every text is one, "trees in brackets"
  /// Whether every sample of the type is one that it compares.
  bool takes_all() const { return !non_negative && notation.empty(); }
};

/// A type of samples that configs can name kernels on, with its name in lists.
template <class Samples>
struct SampleType {
  using type = Samples;
  const char* name;
};

/// All there are: who adds a type of samples adds it here, and nowhere else.
inline constexpr std::tuple kSampleTypes{
    SampleType<kernels::Vectors>{"vectors"},      SampleType<kernels::Strings>{"strings"},
    SampleType<kernels::StringPairs>{"pairs"},    SampleType<kernels::Labels>{"labels"},
    SampleType<kernels::LabelSets>{"label sets"}, SampleType<samples::VectorSequences>{"sequences"},
    SampleType<samples::Table>{"rows of a table"}};

/// The rows of every sample type that kernels compare.
class KernelTable {
 public:
  template <class Samples>
  std::vector<KernelRow<Samples>>& rows() {
    return std::get<std::vector<KernelRow<Samples>>>(rows_);
  }
  /// A kernel without parameters.
  template <class Kernel, class Samples = typename Kernel::SampleType>
  void add(const std::string& name, int version, const std::string& summary, bool non_negative = false) {
    rows<Samples>().push_back({name,
                               version,
                               summary,
                               {},
                               "{name: " + name + "}",
                               [](const config::Reader& /*reader*/) -> kernels::KernelPtr<Samples> {
                                 return std::make_unique<Kernel>();
                               },
                               non_negative});
  }
  /// action(name of the sample type, its rows), for each type
  template <class Action>
  void for_each_type(const Action& action) {
    std::apply(
        [&](const auto&... types) {
          (action(types.name, rows<typename std::decay_t<decltype(types)>::type>()), ...);
        },
        kSampleTypes);
  }

 private:
  template <class... Types>
  static std::tuple<std::vector<KernelRow<typename Types::type>>...> rows_of(const std::tuple<Types...>&);
  decltype(rows_of(kSampleTypes)) rows_;
};

/// All rows: those of kernels/, in the order of their names, then those of wrappers/.
KernelTable all_kernels();

/// The rows of one sample type.
template <class Samples>
const std::vector<KernelRow<Samples>>& kernel_table() {
  static const std::vector<KernelRow<Samples>> rows = all_kernels().rows<Samples>();
  return rows;
}

/// Notes the version of a row that a learner uses without a map of its own. Requires that there is such a
/// row.
template <class Samples>
void note_kernel_version(const config::Reader& reader, const std::string& name) {
  const auto row = std::ranges::find(kernel_table<Samples>(), name, &KernelRow<Samples>::name);
  reader.note_version("kernel." + name, row->version);
}

/// The kernel that a map {name: ..., parameters} describes; the wrappers read theirs below `base`. Notes the
/// row's version.
/// throws  ConfigError for an unknown name (with the nearest) or a missing or bad parameter. An unknown
///         parameter is found by reader.finish(), as everywhere.
template <class Samples>
kernels::KernelPtr<Samples> make_kernel(const config::Reader& reader) {
  const KernelRow<Samples>& row = named_row(kernel_table<Samples>(), reader);
  reader.note_version("kernel." + row.name, row.version);
  return row.make(reader);
}

}  // namespace preimage::suite::registry
