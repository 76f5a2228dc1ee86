// The subsequence kernel of two strings by dynamic programming: in plain code, and for several pairs of
// strings in lock step. Both do the same operations in the same order, so their results are the same bits.
//
// Let M_p(i, j) be the sum over the pairs of subsequences of p symbols that end exactly at s_i and t_j, and
// S_p(i, j) the same for all that end at or before them, weighted down by lambda per symbol passed since:
//   M_1 = [s_i = t_j],  M_p(i, j) = [s_i = t_j] S_{p-1}(i - 1, j - 1)
//   R_p(i, j) = lambda R_p(i, j - 1) + M_p(i, j)        (ends at s_i)
//   S_p(i, j) = lambda S_p(i - 1, j) + R_p(i, j)
//   k(s, t)   = lambda^(2 r) sum_ij M_r(i, j)
// This is the recursion of Lodhi et al. 2002, sec. 3 (K' and K''), without subtractions, hence with small
// relative error in every value, and with the factor lambda^2 of each matched symbol taken out.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::kernels {

/// k(s, t) of strings of numbered symbols, in plain scalar code.
/// length r >= 1, 0 < decay <= 1
/// cost  O(r |s| |t|) time, O(r |t|) memory
double subsequence_kernel_scalar(std::u32string_view s, std::u32string_view t, int length, double decay);

inline constexpr std::size_t kLanes = 8;
inline constexpr int kMaxLaneLength = 8;  // longer subsequences than this run in scalar code

/// One value for each of kLanes pairs of strings.
struct alignas(64) LaneRow {
  std::array<double, kLanes> lane{};
};

/// Up to kLanes strings side by side: row j holds the j-th symbol of each. Behind the end of a shorter one,
/// and in unused lanes, stands a padding that equals no symbol; it differs between the sides, because two
/// paddings must not match each other.
using LaneStrings = std::vector<LaneRow>;
enum class Side { s, t };

LaneStrings lanes_of(const std::vector<std::u32string_view>& strings, Side side);  // at most kLanes strings
LaneStrings repeated_in_lanes(std::u32string_view string, Side side);

/// Instruction sets for which the same code is compiled.
enum class InstructionSet { baseline, avx2, avx512 };

bool is_supported(InstructionSet set);
InstructionSet best_instruction_set();

/// k(s_l, t_l) for every lane l: the bits of subsequence_kernel_scalar, whatever the instruction set and the
/// strings in the other lanes.
/// s, t     built with Side::s and Side::t;  length 1..kMaxLaneLength, 0 < decay <= 1
/// requires is_supported(set)
/// cost  O(r max|s| max|t|)
LaneRow subsequence_kernel_lanes(const LaneStrings& s, const LaneStrings& t, int length, double decay,
                                 InstructionSet set);

}  // namespace preimage::kernels
