// For the rows of wrappers/: kernels that wrap one of any sample type.
#pragma once

#include <algorithm>
#include <string>

#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

inline constexpr Part kBase{"base", "a kernel", "the one that is wrapped"};

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

}  // namespace preimage::suite::registry
