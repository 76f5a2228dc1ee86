// Four doubles at a time, for loops that compilers do not vectorise on their own: maxima, sums in a fixed order, transposes.
#pragma once

#include <algorithm>
#include <cstring>

namespace preimage::base {

/// Arithmetic, comparison and ?: entry by entry; v[k] is one entry. Handed to functions by reference, and never returned: by value it
/// has another calling convention on CPUs with wider registers.
using FourDoubles = double __attribute__((vector_size(4 * sizeof(double))));

/// values = first[0 .. 3] as doubles, wherever they are aligned.
template <class Number>
[[gnu::always_inline]] inline void load_four(const Number* first, FourDoubles& values) {
  Number numbers __attribute__((vector_size(4 * sizeof(Number))));
  std::memcpy(&numbers, first, sizeof(numbers));
  values = __builtin_convertvector(numbers, FourDoubles);
}

[[gnu::always_inline]] inline void store_four(const FourDoubles& values, double* first) {
  std::memcpy(first, &values, sizeof(values));
}

[[gnu::always_inline]] inline void fill_four(double value, FourDoubles& values) {
  values = FourDoubles{value, value, value, value};
}

/// (v0 + v1) + (v2 + v3)
[[gnu::always_inline]] inline double sum_of_four(const FourDoubles& v) {
  return (v[0] + v[1]) + (v[2] + v[3]);
}

[[gnu::always_inline]] inline double largest_of_four(const FourDoubles& v) {
  return std::max(std::max(v[0], v[1]), std::max(v[2], v[3]));
}

}  // namespace preimage::base
