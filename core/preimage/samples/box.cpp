#include "preimage/samples/box.hpp"

#include <algorithm>

namespace preimage::samples {

long area(const Box& box) {
  return std::max(0L, long{box.width}) * std::max(0L, long{box.height});
}

long overlap_area(const Box& a, const Box& b) {
  const auto common = [](long first, long length, long other, long other_length) {
    return std::max(0L, std::min(first + length, other + other_length) - std::max(first, other));
  };
  return common(a.left, a.width, b.left, b.width) * common(a.top, a.height, b.top, b.height);
}

double intersection_over_union(const Box& a, const Box& b) {
  const long both = overlap_area(a, b), either = area(a) + area(b) - both;
  return either > 0 ? static_cast<double>(both) / static_cast<double>(either) : 0.0;
}

}  // namespace preimage::samples
