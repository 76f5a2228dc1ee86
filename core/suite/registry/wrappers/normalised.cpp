#include "preimage/kernels/wrappers.hpp"
#include "suite/registry/wrapper.hpp"

namespace preimage::suite::registry {

namespace {

template <class Samples>
kernels::KernelPtr<Samples> make(const config::Reader& reader) {
  return std::make_unique<kernels::NormalisedKernel<Samples>>(make_kernel<Samples>(reader.map(kBase.name)));
}

}  // namespace

void add_normalised(KernelTable& table) {
  add_for_all_types(table, [](auto& rows, const std::string& base) {
    using Row = typename std::decay_t<decltype(rows)>::value_type;
    rows.push_back(Row{"normalised", 1, "k(x, x') / sqrt(k(x, x) k(x', x'))", facts_of(kBase),
                       "{name: normalised, base: " + base + "}", make<SamplesOf<Row>>});
  });
}

}  // namespace preimage::suite::registry
