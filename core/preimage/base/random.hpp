// Randomness that is the same on every machine: std::mt19937_64 is fixed by the C++ standard, its
// distributions are not, so the draws below are ours. There is no global generator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace preimage::base {

/// A seed that depends only on what it is for: the first 64 bits of SHA-256(parts joined by '/').
/// Used as derive_seed({seed, experiment, repetition, fold, purpose}); the reading and the learner are left
/// out on purpose, so that what they are compared on is the same draw.
std::uint64_t derive_seed(const std::vector<std::string>& parts);

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// Uniform on {0, ..., bound - 1}, without modulo bias (rejection). Requires bound >= 1.
  std::size_t below(std::size_t bound);
  /// Uniform on [0, 1): the top 53 bits of a draw times 2^-53.
  double uniform();
  /// Standard normal by Box-Muller (two uniforms per pair; the second of the pair is kept).
  double gaussian();
  /// A uniformly random permutation of 0..n-1 (Fisher-Yates).
  std::vector<std::size_t> permutation(std::size_t n);

 private:
  std::mt19937_64 engine_;
  double spare_ = 0.0;
  bool has_spare_ = false;
};

}  // namespace preimage::base
