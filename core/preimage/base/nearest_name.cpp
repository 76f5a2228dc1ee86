#include "preimage/base/nearest_name.hpp"

#include <algorithm>

#include "preimage/base/edit_distance.hpp"

namespace preimage::base {

namespace {
constexpr std::size_t kLongestName = 200;  // the edit distance costs the product of both lengths
constexpr std::size_t kMostListed = 30;
}  // namespace

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
  if (candidates.empty()) return "";
  std::string known;
  for (std::size_t i = 0; i < candidates.size() && i < kMostListed; ++i)
    known += (i > 0 ? ", " : "") + candidates[i];
  if (candidates.size() > kMostListed)
    known += " and " + std::to_string(candidates.size() - kMostListed) + " more";
  return "; known: " + known;
}

}  // namespace preimage::base
