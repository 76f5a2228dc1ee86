#include "preimage/base/nearest_name.hpp"

#include <algorithm>

#include "preimage/base/edit_distance.hpp"

namespace preimage::base {

namespace {
constexpr std::size_t kLongestName = 200;  // the edit distance costs the product of both lengths
}

std::string nearest_name(const std::string& name, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, name.size() / 3) + 1;
  if (name.size() > kLongestName) return best;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > 2 * kLongestName) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(name, candidates);
  if (!nearest.empty()) return ", did you mean '" + nearest + "'?";
  std::string known;
  for (std::size_t i = 0; i < candidates.size() && i < 12; ++i) known += (i > 0 ? ", " : "") + candidates[i];
  return known.empty() ? "" : "; known: " + known;
}

}  // namespace preimage::base
