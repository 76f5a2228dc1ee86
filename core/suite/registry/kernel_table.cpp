#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

// Both are made by CMake from the files of kernels/ and wrappers/.
void add_kernels(KernelTable& table);
void add_wrappers(KernelTable& table);

KernelTable all_kernels() {
  KernelTable table;
  add_kernels(table);
  table.for_each_type([](const char* /*name*/, auto& rows) { rows = sorted_by_name(std::move(rows)); });
  add_wrappers(table);
  return table;
}

}  // namespace preimage::suite::registry
