#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

// Both are made by CMake from the files of kernels/ and wrappers/.
void add_kernels(KernelTable& table);
void add_wrappers(KernelTable& table);

KernelTable all_kernels() {
  KernelTable table;
  add_kernels(table);
  add_wrappers(table);
  return table;
}

}  // namespace preimage::suite::registry
