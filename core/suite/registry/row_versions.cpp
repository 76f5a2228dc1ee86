#include "suite/registry/row_versions.hpp"

#include <vector>

#include "suite/registry/decoders/decoder_table.hpp"
#include "suite/registry/kernels/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

using Parameters = std::map<std::string, std::string>;

template <class Row>
void add_versions(const std::string& kind, const std::vector<Row>& rows, const Parameters& parameters,
                  Parameters& versions) {
  for (const auto& [path, value] : parameters) {
    for (const Row& row : rows) {
      if (value == "\"" + row.name + "\"")
        versions["version." + kind + "." + row.name] = std::to_string(row.version);
    }
  }
}

template <class Samples>
void add_kernel_versions(const Parameters& parameters, Parameters& versions) {
  add_versions("kernel", kernel_table<Samples>(), parameters, versions);
}

}  // namespace

Parameters versions_of_rows(const Parameters& parameters) {
  Parameters versions;
  add_kernel_versions<kernels::Vectors>(parameters, versions);
  add_kernel_versions<kernels::Strings>(parameters, versions);
  add_kernel_versions<kernels::StringPairs>(parameters, versions);
  add_kernel_versions<kernels::Labels>(parameters, versions);
  add_kernel_versions<kernels::LabelSets>(parameters, versions);
  add_kernel_versions<samples::VectorSequences>(parameters, versions);
  add_versions("decoder", decoder_table(), parameters, versions);
  return versions;
}

}  // namespace preimage::suite::registry
