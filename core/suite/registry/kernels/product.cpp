#include <utility>

#include "preimage/kernels/product_kernel.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kInput{"input", "a kernel on strings", "K, of the inputs"};
constexpr Part kOutput{"output", "a kernel on strings", "L, of the outputs"};

kernels::KernelPtr<kernels::StringPairs> make(const config::Reader& reader) {
  kernels::KernelPtr<kernels::Strings> input = make_kernel<kernels::Strings>(reader.map(kInput.name));
  return std::make_unique<kernels::ProductKernel>(std::move(input),
                                                  make_kernel<kernels::Strings>(reader.map(kOutput.name)));
}

}  // namespace

void add_product(KernelTable& table) {
  table.rows<kernels::StringPairs>().push_back(
      {"product", 1, "K(x, x') L(y, y')", facts_of(kInput, kOutput),
       "{name: product, input: {name: spectrum, length: 2}, output: {name: spectrum, length: 1}}", make});
}

}  // namespace preimage::suite::registry
