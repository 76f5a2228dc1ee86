#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Number kSigma{"sigma", config::kPositive, "bandwidth"};

kernels::KernelPtr<kernels::Vectors> make(const config::Reader& reader) {
  return std::make_unique<kernels::GaussianKernel>(kSigma.read(reader));
}

}  // namespace

void add_gaussian(KernelTable& table) {
  table.rows<kernels::Vectors>().push_back({"gaussian", 1, "exp(-|x - x'|^2 / (2 sigma^2))", facts_of(kSigma),
                                            "{name: gaussian, sigma: 1.5}", make});
}

}  // namespace preimage::suite::registry
