#include "preimage/kernels/chi_square_kernel.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

kernels::KernelPtr<kernels::Vectors> make(const config::Reader& /*reader*/) {
  return std::make_unique<kernels::ChiSquareKernel>();
}

}  // namespace

void add_chi_square(KernelTable& table) {
  table.rows<kernels::Vectors>().push_back({"chi_square",
                                            1,
                                            "of histograms x >= 0: sum over bins of 2 x x' / (x + x')",
                                            {},
                                            "{name: chi_square}",
                                            make,
                                            true});
}

}  // namespace preimage::suite::registry
