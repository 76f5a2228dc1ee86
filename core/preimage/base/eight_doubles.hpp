// Eight doubles at a time: two registers of AVX2, one of AVX-512 (base/target_clones.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace preimage::base {

inline constexpr std::size_t kSideBySide = 8;

/// Arithmetic entry by entry; v[k] is one entry. Handed to functions by reference, as FourDoubles are.
using EightDoubles [[gnu::vector_size(64)]] = double;

/// values = first[0 .. 7], wherever they are aligned.
[[gnu::always_inline]] inline void load_eight(const double* first, EightDoubles& values) {
  std::memcpy(&values, first, sizeof(values));
}

[[gnu::always_inline]] inline void store_eight(const EightDoubles& values, double* first) {
  std::memcpy(first, &values, sizeof(values));
}

[[gnu::always_inline]] inline void fill_eight(double value, EightDoubles& values) {
  values = EightDoubles{value, value, value, value, value, value, value, value};
}

[[gnu::always_inline]] inline double sum_of_eight(const EightDoubles& v) {
  return ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
}

[[gnu::always_inline]] inline double largest_of_eight(const EightDoubles& v) {
  double largest = v[0];
  for (std::size_t i = 1; i < kSideBySide; ++i) largest = std::max(largest, v[i]);
  return largest;
}

}  // namespace preimage::base
