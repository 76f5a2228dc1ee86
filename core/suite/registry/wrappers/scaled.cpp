#include "preimage/kernels/wrappers.hpp"
#include "suite/registry/wrapper.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Number kFactor{"factor", config::kPositive, "of all kernel values"};

template <class Samples>
kernels::KernelPtr<Samples> make(const config::Reader& reader) {
  return std::make_unique<kernels::ScaledKernel<Samples>>(make_kernel<Samples>(reader.map(kBase.name)),
                                                          kFactor.read(reader));
}

}  // namespace

void add_scaled(KernelTable& table) {
  add_for_all_types(table, [](auto& rows, const std::string& base) {
    using Row = typename std::decay_t<decltype(rows)>::value_type;
    rows.push_back(Row{"scaled", 1, "factor k(x, x')", facts_of(kBase, kFactor),
                       "{name: scaled, base: " + base + ", factor: 0.25}", make<SamplesOf<Row>>});
  });
}

}  // namespace preimage::suite::registry
