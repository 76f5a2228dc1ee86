#include "preimage/kernels/wrappers.hpp"
#include "suite/registry/wrapper.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Number kSigma{"sigma", config::kPositive,
                        "bandwidth, in units of the distance d in the base's feature space"};

template <class Samples>
kernels::KernelPtr<Samples> make(const config::Reader& reader) {
  kernels::KernelPtr<Samples> base = make_kernel<Samples>(reader.map(kBase.name));
  return std::make_unique<kernels::GaussianOverKernel<Samples>>(std::move(base), kSigma.read(reader));
}

}  // namespace

void add_gaussian_over(KernelTable& table) {
  add_for_all_types(table, [](auto& rows, const std::string& base) {
    using Row = typename std::decay_t<decltype(rows)>::value_type;
    rows.push_back(Row{"gaussian_over", 1, "exp(-d(x, x')^2 / (2 sigma^2))", facts_of(kBase, kSigma),
                       "{name: gaussian_over, base: " + base + ", sigma: 1.5}", make<SamplesOf<Row>>});
  });
}

}  // namespace preimage::suite::registry
