#include "preimage/kernels/indicator_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Number kSigma{"sigma", config::kPositive, "bandwidth"};

kernels::KernelPtr<kernels::Vectors> make(const config::Reader& reader) {
  return std::make_unique<kernels::GaussianKernel>(kSigma.read(reader));
}

kernels::KernelPtr<kernels::LabelSets> make_of_sets(const config::Reader& reader) {
  return std::make_unique<kernels::IndicatorGaussianKernel>(kSigma.read(reader));
}

}  // namespace

void add_gaussian(KernelTable& table) {
  table.rows<kernels::Vectors>().push_back({"gaussian", 1, "exp(-|x - x'|^2 / (2 sigma^2))", facts_of(kSigma),
                                            "{name: gaussian, sigma: 1.5}", make});
  table.rows<kernels::LabelSets>().push_back(
      {"gaussian", 1, "exp(-|A symmetric difference B| / (2 sigma^2)): of vectors of 0 and 1",
       facts_of(kSigma), "{name: gaussian, sigma: 1.5}", make_of_sets});
}

}  // namespace preimage::suite::registry
