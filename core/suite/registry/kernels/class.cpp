#include "preimage/kernels/label_kernels.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

kernels::KernelPtr<kernels::Labels> make(const config::Reader& /*reader*/) {
  return std::make_unique<kernels::ClassKernel>();
}

}  // namespace

void add_class(KernelTable& table) {
  table.rows<kernels::Labels>().push_back(
      {"class", 1, "1/2 where both classes are the same, else 0", {}, "{name: class}", make});
}

}  // namespace preimage::suite::registry
