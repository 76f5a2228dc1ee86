#include <utility>

#include "preimage/detection/localization_kernel.hpp"
#include "suite/registry/kernels/kernel_rows.hpp"

namespace preimage::suite::registry {

namespace {

kernels::KernelPtr<detection::ImageRegions> make_localization(const config::Reader& reader) {
  const bool is_counts = reader.choice("histogram", {"counts", "shares"}) == "counts";
  return std::make_unique<detection::LocalizationKernel>(
      make_kernel<kernels::Vectors>(reader.map("base")),
      is_counts ? detection::BoxHistogram::counts : detection::BoxHistogram::shares);
}

}  // namespace

template <>
const std::vector<KernelRow<detection::ImageRegions>>& kernel_table() {
  static const auto rows = with_wrappers<detection::ImageRegions>({
      {"localization", 1,
       "base: a kernel on vectors, of histograms of visual words; histogram: counts or shares of the words "
       "in "
       "a box",
       "{name: localization, base: {name: chi_square}, histogram: shares}", make_localization},
  });
  return rows;
}

template kernels::KernelPtr<detection::ImageRegions> make_kernel(const config::Reader&);

}  // namespace preimage::suite::registry
