// Compiled with -ffp-contract=off (CMakeLists.txt): a fused multiply-add, which only some of the instruction
// sets have, would round differently.
#include "preimage/kernels/subsequence_dynamic_programme.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "preimage/base/cpu.hpp"

namespace preimage::kernels {

double subsequence_kernel_scalar(std::u32string_view s, std::u32string_view t, int length, double decay) {
  const auto levels = static_cast<std::size_t>(length);
  if (s.size() < levels || t.size() < levels) return 0.0;
  // S[p][j + 1] is S_p(i - 1, j) until row i has passed it; S[0] is 1, because a first symbol follows
  // nothing.
  std::vector<std::vector<double>> S(levels, std::vector<double>(t.size() + 1, 0.0));
  std::fill(S[0].begin(), S[0].end(), 1.0);
  double sum = 0.0;
  for (const char32_t symbol : s) {
    for (std::size_t j = 0; j < t.size(); ++j) sum += symbol == t[j] ? S[levels - 1][j] : 0.0;
    for (std::size_t p = levels - 1; p >= 1; --p) {  // downwards: level p reads the old row of level p - 1
      const std::vector<double>& shorter = S[p - 1];
      std::vector<double>& current = S[p];
      double R = 0.0;
      for (std::size_t j = 0; j < t.size(); ++j) {
        R = decay * R + (symbol == t[j] ? shorter[j] : 0.0);
        current[j + 1] = decay * current[j + 1] + R;
      }
    }
  }
  return sum * std::pow(decay, 2 * length);
}

LaneStrings lanes_of(const std::vector<std::u32string_view>& strings, Side side) {
  std::size_t longest = 0;
  for (const std::u32string_view string : strings) longest = std::max(longest, string.size());
  LaneRow padding;
  padding.lane.fill(side == Side::s ? -1.0 : -2.0);
  LaneStrings lanes(longest, padding);
  for (std::size_t l = 0; l < strings.size(); ++l) {
    for (std::size_t j = 0; j < strings[l].size(); ++j) {
      lanes[j].lane[l] = static_cast<double>(strings[l][j]);
    }
  }
  return lanes;
}

LaneStrings repeated_in_lanes(std::u32string_view string, Side side) {
  return lanes_of(std::vector<std::u32string_view>(kLanes, string), side);
}

namespace {

struct Job {
  const LaneStrings& s;
  const LaneStrings& t;
  double decay;
  LaneRow* tables;  // |t| x (r - 1) rows of zeros: S_1 .. S_{r-1} of one row of the programme, interleaved
  LaneRow* sums;    // kLanes results, without the factor lambda^(2 r)
};

/// All levels of a cell at once, everything but S in registers. A vector has `Bytes` bytes, so that the
/// compiler maps it on one register of the instruction set; several of them fill the lanes and hide the
/// latency of the chain R. Always inlined, because only then is it compiled for its caller's instruction set.
template <int Bytes, int Length>
[[gnu::always_inline]] inline void run_length(const Job& job) {
  typedef double Vector __attribute__((vector_size(Bytes), may_alias));
  typedef std::int64_t Mask __attribute__((vector_size(Bytes)));  // of ==: all bits set where equal
  constexpr std::size_t kVectors = sizeof(LaneRow) / Bytes;
  constexpr int kLevels = Length - 1;
  const auto at = [](const LaneRow* row) { return reinterpret_cast<const Vector*>(row); };
  Vector sum[kVectors] = {};
  for (const LaneRow& symbols : job.s) {
    Vector R[kVectors][Length] = {};
    Vector left[kVectors][Length] = {};  // S_p(i - 1, j - 1); level 0 is 1
    for (std::size_t v = 0; v < kVectors; ++v) left[v][0] = Vector{} + 1.0;
    LaneRow* table = job.tables;
    for (const LaneRow& others : job.t) {
#pragma GCC unroll 4
      for (std::size_t v = 0; v < kVectors; ++v) {
        const Mask match = at(&symbols)[v] == at(&others)[v];
        sum[v] += (Vector)(match & (Mask)left[v][kLevels]);
#pragma GCC unroll 8
        for (int p = kLevels; p >= 1; --p) {
          Vector& S = reinterpret_cast<Vector*>(table + p - 1)[v];
          R[v][p] = job.decay * R[v][p] + (Vector)(match & (Mask)left[v][p - 1]);
          left[v][p] = S;
          S = job.decay * S + R[v][p];
        }
      }
      table += kLevels;
    }
  }
  for (std::size_t v = 0; v < kVectors; ++v) reinterpret_cast<Vector*>(job.sums)[v] = sum[v];
}

template <int Bytes, int Length = 1>
[[gnu::always_inline]] inline void run(const Job& job, int length) {
  if (length == Length) return run_length<Bytes, Length>(job);
  if constexpr (Length < kMaxLaneLength) run<Bytes, Length + 1>(job, length);
}

void run_baseline(const Job& job, int length) {
  run<16>(job, length);
}
#if PREIMAGE_HAS_CLONES
[[gnu::target("avx2")]] void run_avx2(const Job& job, int length) {
  run<32>(job, length);
}
[[gnu::target("avx512f")]] void run_avx512(const Job& job, int length) {
  run<64>(job, length);
}
#else
constexpr auto run_avx2 = run_baseline;
constexpr auto run_avx512 = run_baseline;
#endif

}  // namespace

bool is_supported(InstructionSet set) {
#if PREIMAGE_HAS_CLONES
  if (set == InstructionSet::avx2) return __builtin_cpu_supports("avx2") != 0;
  if (set == InstructionSet::avx512) return __builtin_cpu_supports("avx512f") != 0;
#endif
  return set == InstructionSet::baseline;
}

InstructionSet best_instruction_set() {
  if (is_supported(InstructionSet::avx512)) return InstructionSet::avx512;
  return is_supported(InstructionSet::avx2) ? InstructionSet::avx2 : InstructionSet::baseline;
}

LaneRow subsequence_kernel_lanes(const LaneStrings& s, const LaneStrings& t, int length, double decay,
                                 InstructionSet set) {
  std::vector<LaneRow> tables(t.size() * static_cast<std::size_t>(length - 1));
  LaneRow result;
  const Job job{s, t, decay, tables.data(), &result};
  switch (set) {
    case InstructionSet::baseline:
      run_baseline(job, length);
      break;
    case InstructionSet::avx2:
      run_avx2(job, length);
      break;
    case InstructionSet::avx512:
      run_avx512(job, length);
      break;
  }
  const double factor = std::pow(decay, 2 * length);
  for (double& value : result.lane) value *= factor;
  return result;
}

}  // namespace preimage::kernels
