#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace preimage::base {

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
