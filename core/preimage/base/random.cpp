#include "preimage/base/random.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "preimage/base/sha256.hpp"

namespace preimage::base {

std::uint64_t derive_seed(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts) joined += part + "/";
  return std::stoull(sha256(joined).substr(0, 16), nullptr, 16);
}

std::size_t Random::below(std::size_t bound) {
  const std::uint64_t range = bound;
  const std::uint64_t unbiased = UINT64_MAX - UINT64_MAX % range;  // a multiple of range
  std::uint64_t draw = engine_();
  while (draw >= unbiased) draw = engine_();
  return static_cast<std::size_t>(draw % range);
}

double Random::uniform() {
  return static_cast<double>(engine_() >> 11) * 0x1.0p-53;
}

double Random::gaussian() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));  // 1 - u is in (0, 1]
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

std::vector<std::size_t> Random::permutation(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
  return order;
}

}  // namespace preimage::base
