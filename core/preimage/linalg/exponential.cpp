#include "preimage/linalg/exponential.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/linalg/powers_of_two.hpp"

namespace preimage::linalg {

namespace {

void one_by_one(double* values, arma::uword count) {
  for (arma::uword i = 0; i < count; ++i) values[i] = std::exp(values[i]);
}

#if PREIMAGE_HAS_CLONES

constexpr arma::uword kBlock = 256;                   // its steps stay in the nearest cache
constexpr double kLowest = -650.0, kHighest = 708.0;  // in between all steps are of normal numbers
constexpr double kRoundedTwice = -512.0;  // down from here, the last step of std::exp is a product and a sum
constexpr double kZero = -746.0;          // the exponential is 0 below, to the nearest

constexpr double kPerLog2 = 0x1.71547652b82fep7;                                      // 128 / log 2
constexpr double kPartHigh = 0x1.62e42fefa0000p-8, kPartLow = 0x1.cf79abc9e3b39p-47;  // log 2 / 128
constexpr double kToInteger = 0x1.8p52;  // a number added to it is rounded, and is in the last bits
constexpr double kC2 = 0x1.ffffffffffdbdp-2, kC3 = 0x1.555555555543cp-3, kC4 = 0x1.55555cf172b91p-5,
                 kC5 = 0x1.1111167a4d017p-7;

/// Whether the steps below find the exponential; not for NaN.
[[gnu::always_inline]] inline bool is_within(double x) {
  return x > kLowest && x < kHighest;
}

/// exp(values) to `results`, but 0 where is_within() does not hold; whether that is right everywhere. Three
/// loops, so that the compiler vectorises the first and the last.
[[gnu::target("avx2,fma")]] bool exponentials_of_block(const double* values, arma::uword count,
                                                       double* results) {
  double r[kBlock], power[kBlock], lacks[kBlock];
  std::int64_t n[kBlock], wrong = 0;
  for (arma::uword i = 0; i < count; ++i) {
    const double x = is_within(values[i]) ? values[i] : 0.0;
    wrong += is_within(values[i]) || values[i] < kZero ? 0 : 1;
    const double shifted = __builtin_fma(x, kPerLog2, kToInteger);
    std::memcpy(&n[i], &shifted, sizeof(shifted));
    const double whole = shifted - kToInteger;
    r[i] = __builtin_fma(whole, -kPartLow, __builtin_fma(whole, -kPartHigh, x));
  }
  for (arma::uword i = 0; i < count; ++i) {
    const auto bits = static_cast<std::uint64_t>(n[i]);
    const PowerOfTwo& entry = kPowersOfTwo[bits % 128];
    std::uint64_t scaled = 0;
    std::memcpy(&scaled, &entry.nearest, sizeof(scaled));
    scaled += (bits - bits % 128) << 45;  // k to the exponent: 52 bits to the left, 7 of them done
    std::memcpy(&power[i], &scaled, sizeof(scaled));
    lacks[i] = entry.lacks;
  }
  for (arma::uword i = 0; i < count; ++i) {
    const double r2 = r[i] * r[i];
    const double low = __builtin_fma(__builtin_fma(r[i], kC3, kC2), r2, lacks[i] + r[i]);
    const double series = __builtin_fma(r2 * r2, __builtin_fma(r[i], kC5, kC4), low);
    const double fused = __builtin_fma(power[i], series, power[i]), twice = power[i] + power[i] * series;
    const double found = values[i] > kRoundedTwice ? fused : twice;
    results[i] = is_within(values[i]) ? found : 0.0;
  }
  return wrong == 0;
}

bool has_fused_multiply_add() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}

void by_blocks(double* values, arma::uword count) {
  double results[kBlock];
  for (arma::uword begin = 0; begin < count; begin += kBlock) {
    const arma::uword n = std::min(kBlock, count - begin);
    double* block = values + begin;
    if (!exponentials_of_block(block, n, results)) {
      for (arma::uword i = 0; i < n; ++i) {
        if (!is_within(block[i]) && !(block[i] < kZero)) results[i] = std::exp(block[i]);
      }
    }
    std::copy_n(results, n, block);
  }
}

#endif

}  // namespace

void exponentials_in_place(double* values, arma::uword count) {
#if PREIMAGE_HAS_CLONES
  if (has_fused_multiply_add()) return by_blocks(values, count);
#endif
  one_by_one(values, count);
}

namespace {

constexpr arma::uword kGaussianBlock = 1024;  // stays in the nearest cache between the two steps

}  // namespace

arma::mat gaussian_of_squared_distances(arma::mat squared_distances, double sigma) {
  gaussian_in_place(squared_distances.memptr(), squared_distances.n_elem, sigma);
  return squared_distances;
}

void gaussian_in_place(double* squared_distances, arma::uword count, double sigma) {
  if (!(sigma > 0.0)) throw NumericalError(fmt::format("Gaussian: sigma is {}, expected > 0", sigma));
  for (arma::uword begin = 0; begin < count; begin += kGaussianBlock) {
    double* block = squared_distances + begin;
    const arma::uword n = std::min(kGaussianBlock, count - begin);
    // Divided twice, because sigma^2 underflows to 0 from sigma = 1e-162 on and 0 / 0 would be NaN.
    for (arma::uword i = 0; i < n; ++i) block[i] = -0.5 * (block[i] / sigma) / sigma;
    exponentials_in_place(block, n);
  }
}

}  // namespace preimage::linalg
