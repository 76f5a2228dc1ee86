#include <algorithm>
#include <utility>
#include <vector>

#include "preimage/base/error.hpp"
#include "preimage/kernels/column_kernel.hpp"
#include "suite/registry/column_groups.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kOf{
    "of", "a list of {columns: [NAMES], kernel: a kernel}",
    "columns, and the kernel on their numbers, or on the strings of one; of inputs also scale"};
constexpr Part kWeights{"weights", "a list of numbers >= 0",
                        "of the kernels; of a list in place of a number the inner folds choose", true};

template <kernels::Combination combination>
kernels::KernelPtr<samples::Table> make(const config::Reader& reader) {
  constexpr bool is_sum = combination == kernels::Combination::sum;
  std::vector<kernels::ColumnPart> parts;
  for (const config::Reader& group : reader.map_list(kOf.name)) {
    kernels::ColumnPart part{group.texts(kGroupColumns), {}};
    if (compares(group.map(kGroupKernel)) == Compares::strings)
      part.kernel = kernels::share(make_kernel<kernels::Strings>(group.map(kGroupKernel)));
    else
      part.kernel = kernels::share(make_kernel<kernels::Vectors>(group.map(kGroupKernel)));
    parts.push_back(std::move(part));
  }
  if (is_sum && reader.has(kWeights.name)) {
    const std::vector<double> weights = reader.each_number(kWeights.name, config::kNonNegative);
    if (weights.size() != parts.size())
      reader.fail(kWeights.name,
                  fmt::format("expected one for each of {} kernels, found {}", parts.size(), weights.size()));
    if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 0.0; }))
      reader.fail(kWeights.name, "all are 0; of lists this combination, too: leave 0 out of one list");
    for (std::size_t g = 0; g < parts.size(); ++g) parts[g].weight = weights[g];
  }
  try {
    return std::make_unique<kernels::ColumnKernel>(combination, std::move(parts));
  } catch (const NumericalError& error) {  // what no single value shows
    reader.fail("", error.what());
  }
}

}  // namespace

void add_columns(KernelTable& table) {
  const std::string example =
      ", of: [{columns: [a], kernel: {name: gaussian, sigma: 1.5}}, {columns: [s], kernel: {name: spectrum, "
      "length: 2}}]";
  table.rows<samples::Table>() = {
      {"column_sum", 1, "kernels on columns of a table, each times its weight, added",
       facts_of(kOf, kWeights), "{name: column_sum" + example + ", weights: [1, 0.5]}",
       make<kernels::Combination::sum>},
      {"column_product", 1, "kernels on columns of a table, multiplied", facts_of(kOf),
       "{name: column_product" + example + "}", make<kernels::Combination::product>}};
}

}  // namespace preimage::suite::registry
