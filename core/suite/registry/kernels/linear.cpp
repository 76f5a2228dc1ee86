#include "preimage/kernels/indicator_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

kernels::KernelPtr<kernels::Vectors> make(const config::Reader& /*reader*/) {
  return std::make_unique<kernels::LinearKernel>();
}

kernels::KernelPtr<kernels::LabelSets> make_of_sets(const config::Reader& /*reader*/) {
  return std::make_unique<kernels::IndicatorLinearKernel>();
}

}  // namespace

void add_linear(KernelTable& table) {
  table.rows<kernels::Vectors>().push_back({"linear", 3, "x . x'", {}, "{name: linear}", make});
  table.rows<kernels::LabelSets>().push_back(
      {"linear", 1, "|A n B|: of vectors of 0 and 1", {}, "{name: linear}", make_of_sets});
}

}  // namespace preimage::suite::registry
