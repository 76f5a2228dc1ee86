// One loop compiled for several instruction sets.
#pragma once

/// Before a function of the file: compiled once for AVX2 and once for any CPU, and the first call at load time takes
/// the one that runs here. For loops of independent additions and multiplications: AVX2 alone has no fused
/// multiply-add, so both give the same bits. The clang that we know cannot clone functions without external linkage.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define PREIMAGE_AVX2_CLONES [[gnu::target_clones("avx2", "default")]]
/// AVX-512, too, which has fused multiply-adds: for what may round differently on other CPUs, such as estimates with an error bound
/// and products beside those of BLAS.
#define PREIMAGE_WIDEST_CLONES [[gnu::target_clones("avx512f", "avx2", "default")]]
#else
#define PREIMAGE_AVX2_CLONES
#define PREIMAGE_WIDEST_CLONES
#endif
