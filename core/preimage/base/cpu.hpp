// What a CPU is told beside C++: code compiled for several instruction sets, four doubles at a time,
// subnormal numbers as zero.
#pragma once

#include <algorithm>
#include <cstring>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "preimage/build_options.hpp"

/// Whether there is more than the baseline: not where the build option PREIMAGE_CLONES is off, with which a
/// test shows that numbers are the same numbers without it.
#if defined(__x86_64__) && defined(__GNUC__) && defined(PREIMAGE_CLONES)
#define PREIMAGE_HAS_CLONES 1
#else
#define PREIMAGE_HAS_CLONES 0
#endif

/// Before a function of the file: compiled once for AVX2 and once for any CPU, and the first call at load
/// time takes the one that runs here. For loops of independent additions and multiplications: AVX2 alone has
/// no fused multiply-add, so both give the same bits. The clang that we know cannot clone functions without
/// external linkage.
#if PREIMAGE_HAS_CLONES && !defined(__clang__)
#define PREIMAGE_AVX2_CLONES [[gnu::target_clones("avx2", "default")]]
#else
#define PREIMAGE_AVX2_CLONES
#endif

namespace preimage::base {

// Four doubles at a time, for loops that compilers do not vectorise on their own: maxima, transposes.

/// Arithmetic, comparison and ?: entry by entry; v[k] is one entry. Handed to functions by reference, and
/// never returned: by value it has another calling convention on CPUs with wider registers.
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

[[gnu::always_inline]] inline double largest_of_four(const FourDoubles& v) {
  return std::max(std::max(v[0], v[1]), std::max(v[2], v[3]));
}

/// While it lives, numbers below 2.2e-308 (subnormal ones) count as zero in this thread, on x86-64; elsewhere
/// nothing happens. A narrow Gaussian kernel is full of values whose products are that small, and the CPU
/// takes a hundred times as long for each of them as for any other.
class FlushSubnormals {
 public:
  FlushSubnormals(const FlushSubnormals&) = delete;
  FlushSubnormals& operator=(const FlushSubnormals&) = delete;
#if defined(__SSE2__)
  FlushSubnormals() : before_(_mm_getcsr()) {
    _mm_setcsr(before_ | kResults | kOperands);
  }
  ~FlushSubnormals() {
    _mm_setcsr(before_);
  }

 private:
  static constexpr unsigned kResults = 0x8000, kOperands = 0x0040;
  unsigned before_;
#else
  FlushSubnormals() {}  // not defaulted: a guard that does nothing is no unused variable
#endif
};

}  // namespace preimage::base
