#include <algorithm>
#include <string>

#include "preimage/kernels/wrappers.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kBase{"base", a_kernel(), "the one that is wrapped"};

template <class Row>
struct SamplesOfRow;
template <class Samples>
struct SamplesOfRow<KernelRow<Samples>> {
  using type = Samples;
};
template <class Row>
using SamplesOf = typename SamplesOfRow<Row>::type;

/// add(rows, example of a kernel to wrap) for the rows of each sample type that has any.
template <class Add>
void add_for_all_types(KernelTable& table, const Add& add) {
  table.for_each_type([&](const char* /*samples*/, auto& rows) {
    // One that takes any samples of its type.
    const auto base =
        std::find_if(rows.begin(), rows.end(), [](const auto& row) { return !row.non_negative; });
    if (base != rows.end()) add(rows, std::string(base->example));
  });
}

namespace normalised {

template <class Samples>
kernels::KernelPtr<Samples> make(const config::Reader& reader) {
  return std::make_unique<kernels::NormalisedKernel<Samples>>(make_kernel<Samples>(reader.map(kBase.name)));
}

void add(KernelTable& table) {
  add_for_all_types(table, [](auto& rows, const std::string& base) {
    using Row = typename std::decay_t<decltype(rows)>::value_type;
    rows.push_back(Row{"normalised", 1, "k(x, x') / sqrt(k(x, x) k(x', x'))", facts_of(kBase),
                       "{name: normalised, base: " + base + "}", make<SamplesOf<Row>>});
  });
}

}  // namespace normalised

namespace scaled {

constexpr Number kFactor{"factor", config::kPositive, "of all kernel values"};

template <class Samples>
kernels::KernelPtr<Samples> make(const config::Reader& reader) {
  return std::make_unique<kernels::ScaledKernel<Samples>>(make_kernel<Samples>(reader.map(kBase.name)),
                                                          kFactor.read(reader));
}

void add(KernelTable& table) {
  add_for_all_types(table, [](auto& rows, const std::string& base) {
    using Row = typename std::decay_t<decltype(rows)>::value_type;
    rows.push_back(Row{"scaled", 1, "factor k(x, x')", facts_of(kBase, kFactor),
                       "{name: scaled, base: " + base + ", factor: 0.25}", make<SamplesOf<Row>>});
  });
}

}  // namespace scaled

namespace gaussian_over {

constexpr Number kSigma{"sigma", config::kPositive,
                        "bandwidth, in units of the distance d in the base's feature space"};

template <class Samples>
kernels::KernelPtr<Samples> make(const config::Reader& reader) {
  kernels::KernelPtr<Samples> base = make_kernel<Samples>(reader.map(kBase.name));
  return std::make_unique<kernels::GaussianOverKernel<Samples>>(std::move(base), kSigma.read(reader));
}

void add(KernelTable& table) {
  add_for_all_types(table, [](auto& rows, const std::string& base) {
    using Row = typename std::decay_t<decltype(rows)>::value_type;
    rows.push_back(Row{"gaussian_over", 1, "exp(-d(x, x')^2 / (2 sigma^2))", facts_of(kBase, kSigma),
                       "{name: gaussian_over, base: " + base + ", sigma: 1.5}", make<SamplesOf<Row>>});
  });
}

}  // namespace gaussian_over

}  // namespace

void add_of_any_kernel(KernelTable& table) {
  gaussian_over::add(table);
  normalised::add(table);
  scaled::add(table);
}

}  // namespace preimage::suite::registry
