#include "preimage/detection/localization_kernel.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kBase{"base", "a kernel on vectors", "compares two histograms"};
constexpr Choice kHistogram{"histogram", "counts | shares", "of the visual words in a box"};

kernels::KernelPtr<detection::ImageRegions> make(const config::Reader& reader) {
  const bool is_counts = kHistogram.is(reader, "counts");
  return std::make_unique<detection::LocalizationKernel>(
      make_kernel<kernels::Vectors>(reader.map(kBase.name)),
      is_counts ? detection::BoxHistogram::counts : detection::BoxHistogram::shares);
}

}  // namespace

void add_localization(KernelTable& table) {
  table.rows<detection::ImageRegions>().push_back(
      {"localization", 1, "compares what boxes cut out of their images", facts_of(kBase, kHistogram),
       "{name: localization, base: {name: chi_square}, histogram: shares}", make});
}

}  // namespace preimage::suite::registry
