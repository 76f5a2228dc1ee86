#include "preimage/kernels/label_kernels.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

kernels::KernelPtr<kernels::LabelSets> make(const config::Reader& /*reader*/) {
  return std::make_unique<kernels::LabelSetKernel>();
}

}  // namespace

void add_label_set(KernelTable& table) {
  table.rows<kernels::LabelSets>().push_back(
      {"label_set", 1, "|A n B| / 2, A and B sets of labels", {}, "{name: label_set}", make});
}

}  // namespace preimage::suite::registry
