#include "suite/registry/column_groups.hpp"

#include <algorithm>
#include <string>

#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

/// The kernel below all wrappers.
config::Reader innermost(config::Reader kernel) {
  while (kernel.has_map("base")) kernel = kernel.map("base");
  return kernel;
}

template <class Samples>
bool has_kernel(const std::string& name) {
  const auto& rows = kernel_table<Samples>();
  return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
}

}  // namespace

Compares compares(const config::Reader& kernel) {
  const config::Reader base = innermost(kernel);
  const std::string name = base.has("name") ? base.raw("name").scalar : "";
  if (has_kernel<kernels::Vectors>(name)) return Compares::vectors;
  if (has_kernel<kernels::Strings>(name)) return Compares::strings;
  return has_kernel<samples::Table>(name) ? Compares::rows : Compares::vectors;
}

void require_known(const config::Reader& kernel) {
  const config::Reader base = innermost(kernel);
  if (!base.has("name")) return;
  std::vector<std::string> names;
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows) names.push_back(row.name);
  };
  add(kernel_table<kernels::Vectors>());
  add(kernel_table<kernels::Strings>());
  add(kernel_table<samples::Table>());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const std::string name = base.raw("name").scalar;
  if (!std::binary_search(names.begin(), names.end(), name)) base.choice("name", names);
}

std::vector<ColumnGroup> column_groups(const config::Reader& kernel) {
  std::vector<ColumnGroup> groups;
  for (const config::Reader& group : innermost(kernel).map_list("of"))
    groups.push_back({group.texts_unlogged(kGroupColumns), compares(group.map(kGroupKernel)), group});
  return groups;
}

}  // namespace preimage::suite::registry
