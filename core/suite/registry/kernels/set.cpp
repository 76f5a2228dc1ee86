#include <optional>
#include <utility>

#include "preimage/kernels/set_kernel.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kBase{"base", "a kernel on vectors", "compares two n-grams of elements"};
constexpr Integer kOrder{"n", 1, 100, "elements of an n-gram"};
constexpr OptionalNumber kPositionBandwidth{
    "position_bandwidth", config::kPositive,
    "tau: each pair is weighted by exp(-(i - j)^2 / (2 tau^2)), i and j its positions"};

kernels::KernelPtr<samples::VectorSequences> make(const config::Reader& reader) {
  const std::optional<double> position_bandwidth = kPositionBandwidth.read(reader);
  kernels::KernelPtr<kernels::Vectors> base = make_kernel<kernels::Vectors>(reader.map(kBase.name));
  return std::make_unique<kernels::SetKernel>(std::move(base), kOrder.read_as<arma::uword>(reader),
                                              position_bandwidth);
}

}  // namespace

void add_set(KernelTable& table) {
  table.rows<samples::VectorSequences>().push_back(
      {"set", 1, "a kernel on vectors, summed over all pairs of n-grams of elements",
       facts_of(kBase, kOrder, kPositionBandwidth),
       "{name: set, n: 1, position_bandwidth: 1, base: {name: gaussian, sigma: 1.5}}", make});
}

}  // namespace preimage::suite::registry
