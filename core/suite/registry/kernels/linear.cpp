#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

kernels::KernelPtr<kernels::Vectors> make(const config::Reader& /*reader*/) {
  return std::make_unique<kernels::LinearKernel>();
}

}  // namespace

void add_linear(KernelTable& table) {
  table.rows<kernels::Vectors>().push_back({"linear", 3, "x . x'", {}, "{name: linear}", make});
}

}  // namespace preimage::suite::registry
