#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/kernels/wrappers.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kBase{"base", a_kernel(), "the one that is wrapped"};

constexpr Number kFactor{"factor", config::kPositive, "of all kernel values"};
constexpr Number kSigma{"sigma", config::kPositive,
                        "bandwidth, in units of the distance d in the base's feature space"};

/// A row for each sample type that has kernels to wrap.
/// number  "factor: 0.25": of the example;  make  (kernel, reader) -> the wrapped one
template <class Make>
void add(KernelTable& table, const char* name, const char* summary,
         const std::vector<ParameterFacts>& parameters, const std::string& number, const Make& /*make*/) {
  table.for_each_type([&]<class Samples>(const char* /*samples*/, std::vector<KernelRow<Samples>>& rows) {
    // One that takes any samples of its type.
    const auto base = std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.takes_all(); });
    if (base == rows.end()) return;
    const std::string example =
        fmt::format("{{name: {}, base: {}{}}}", name, base->example, number.empty() ? "" : ", " + number);
    rows.push_back({name, 1, summary, parameters, example, [](const config::Reader& reader) {
                      return Make()(make_kernel<Samples>(reader.map(kBase.name)), reader);
                    }});
  });
}

}  // namespace

void add_of_any_kernel(KernelTable& table) {
  add(table, "gaussian_over", "exp(-d(x, x')^2 / (2 sigma^2))", facts_of(kBase, kSigma), "sigma: 1.5",
      []<class Samples>(kernels::KernelPtr<Samples> base,
                        const config::Reader& reader) -> kernels::KernelPtr<Samples> {
        return std::make_unique<kernels::GaussianOverKernel<Samples>>(std::move(base), kSigma.read(reader));
      });
  add(table, "normalised", "k(x, x') / sqrt(k(x, x) k(x', x'))", facts_of(kBase), "",
      []<class Samples>(kernels::KernelPtr<Samples> base,
                        const config::Reader& /*reader*/) -> kernels::KernelPtr<Samples> {
        return std::make_unique<kernels::NormalisedKernel<Samples>>(std::move(base));
      });
  add(table, "scaled", "factor k(x, x')", facts_of(kBase, kFactor), "factor: 0.25",
      []<class Samples>(kernels::KernelPtr<Samples> base,
                        const config::Reader& reader) -> kernels::KernelPtr<Samples> {
        return std::make_unique<kernels::ScaledKernel<Samples>>(std::move(base), kFactor.read(reader));
      });
}

}  // namespace preimage::suite::registry
