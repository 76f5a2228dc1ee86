#pragma once

#include <functional>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <vector>

namespace preimage::base {

/// What `of` says of each element, in their order: collect(readings, &Reading::name) are the readings' names.
template <class Range, class Of>
auto collect(const Range& range, const Of& of) {
  std::vector<std::decay_t<std::invoke_result_t<const Of&, decltype(*std::begin(range))>>> all;
  if constexpr (std::ranges::sized_range<Range>) all.reserve(std::ranges::size(range));
  for (const auto& one : range) all.push_back(std::invoke(of, one));
  return all;
}

}  // namespace preimage::base
