// For who defines the kernel table of a sample type: the rows that every type has, and the maker.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "preimage/kernels/wrappers.hpp"
#include "suite/registry/kernels/kernel_table.hpp"

namespace preimage::suite::registry {

template <class Samples>
kernels::KernelPtr<Samples> make_scaled(const config::Reader& reader) {
  return std::make_unique<kernels::ScaledKernel<Samples>>(make_kernel<Samples>(reader.map("base")),
                                                          reader.number("factor", config::kPositive));
}

template <class Samples>
kernels::KernelPtr<Samples> make_normalised(const config::Reader& reader) {
  return std::make_unique<kernels::NormalisedKernel<Samples>>(make_kernel<Samples>(reader.map("base")));
}

template <class Samples>
kernels::KernelPtr<Samples> make_gaussian_over(const config::Reader& reader) {
  kernels::KernelPtr<Samples> base = make_kernel<Samples>(reader.map("base"));
  return std::make_unique<kernels::GaussianOverKernel<Samples>>(std::move(base),
                                                                reader.number("sigma", config::kPositive));
}

/// `rows` and the kernels that wrap any other; their examples wrap the first row's.
template <class Samples>
std::vector<KernelRow<Samples>> with_wrappers(std::vector<KernelRow<Samples>> rows) {
  const std::string base = rows.front().example;
  rows.push_back({"normalised", 1, "base: a kernel; k(x, x') / sqrt(k(x, x) k(x', x'))",
                  "{name: normalised, base: " + base + "}", make_normalised<Samples>});
  rows.push_back({"scaled", 1, "base: a kernel; factor > 0: factor k(x, x')",
                  "{name: scaled, base: " + base + ", factor: 0.25}", make_scaled<Samples>});
  rows.push_back(
      {"gaussian_over", 1,
       "base: a kernel; sigma > 0: bandwidth, in units of the distance in the base's feature space",
       "{name: gaussian_over, base: " + base + ", sigma: 1.5}", make_gaussian_over<Samples>});
  return rows;
}

template <class Samples>
kernels::KernelPtr<Samples> make_kernel(const config::Reader& reader) {
  const std::vector<KernelRow<Samples>>& rows = kernel_table<Samples>();
  std::vector<std::string> names;
  for (const KernelRow<Samples>& row : rows) names.push_back(row.name);
  const std::string name = reader.choice("name", names);
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.name == name; });
  return row->factory(reader);
}

}  // namespace preimage::suite::registry
