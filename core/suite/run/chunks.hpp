// How the cells of a job are dealt out to its tasks.
#pragma once

#include <cstddef>
#include <vector>

namespace preimage::suite::run {

/// What a task of a job is to take where the number of chunks is not given: long beside what
/// starting one costs, short beside most time limits.
inline constexpr double kChunkSeconds = 600.0;

/// More commands than these are printed only where they are asked for: each has a file of its own, synced.
inline constexpr std::size_t kMaxCommands = 1000;

/// ceil(sum of costs / kChunkSeconds), at least 1 and at most `most` and the number of costs.
/// requires  costs in seconds, at least one; most >= 1
std::size_t default_chunk_count(const std::vector<double>& costs, std::size_t most);

/// Deals places 0..costs.size()-1 out to `count` chunks, longest processing time first: in descending order
/// of cost (equal ones in their own order) each goes to the chunk that has the least so far, of equal ones to
/// the one with fewer places, then to the first.                                                [Graham 1969]
///   max_c sum_{i in c} cost_i  <=  (4/3 - 1/(3 count)) times the smallest there is
/// returns   ascending places per chunk; no chunk is empty
/// requires  finite costs >= 0, 1 <= count <= costs.size()
/// cost      O(n log n) for n costs
std::vector<std::vector<std::size_t>> balanced_chunks(const std::vector<double>& costs, std::size_t count);

}  // namespace preimage::suite::run
