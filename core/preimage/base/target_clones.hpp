// Code compiled for several instruction sets, of which the fastest that the CPU has is run.
#pragma once

#include "preimage/build_options.hpp"

/// Whether there is more than the baseline: not where the build option PREIMAGE_CLONES is off, with which a test shows that numbers are
/// the same numbers without it.
#if defined(__x86_64__) && defined(__GNUC__) && defined(PREIMAGE_CLONES)
#define PREIMAGE_HAS_CLONES 1
#else
#define PREIMAGE_HAS_CLONES 0
#endif

/// Before a function of the file: compiled once for AVX2 and once for any CPU, and the first call at load time takes
/// the one that runs here. For loops of independent additions and multiplications: AVX2 alone has no fused
/// multiply-add, so both give the same bits. The clang that we know cannot clone functions without external linkage.
#if PREIMAGE_HAS_CLONES && !defined(__clang__)
#define PREIMAGE_AVX2_CLONES [[gnu::target_clones("avx2", "default")]]
#else
#define PREIMAGE_AVX2_CLONES
#endif
