#include "preimage/base/nearest_name.hpp"

#include <algorithm>

#include "preimage/base/text.hpp"

namespace preimage::base {

namespace {
constexpr std::size_t kLongestName = 200;  // the edit distance costs the product of both lengths
constexpr std::size_t kMaxListed = 30;
constexpr std::size_t kShortestBeginning = 4;  // what is shorter begins too many names

/// How a name is told from a candidate: a distance, and how large it may be for a guess.
struct Likeness {
  std::size_t distance = 0, most = 0;
  bool is_near() const { return distance <= most; }
};

Likeness by_edits(const std::string& name, const std::string& candidate) {
  const std::size_t distance = edit_distance(name, candidate);
  return {distance, std::min(std::max<std::size_t>(2, name.size() / 3), candidate.size() - 1)};
}

std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (const char letter : name) {
    if (letter == '_' || letter == '-' || letter == '.' || letter == ' ') {
      words.emplace_back();
    } else {
      words.back() += letter;
    }
  }
  return words;
}

/// "svm" is a word of one_vs_rest_svm, "kde" are the initials of kernel_dependency_estimation.
Likeness by_words(const std::string& name, const std::string& candidate) {
  const std::vector<std::string> words = words_of(candidate);
  std::string initials;
  for (const std::string& word : words) initials += word.substr(0, 1);
  const bool is_one = std::find(words.begin(), words.end(), name) != words.end();
  return {words.size() > 1 && name.size() > 1 && (is_one || initials == name) ? 0U : 1U, 0};
}

/// "A-exlusive" nearly begins A-exclusive-noise: to its first n letters, with n about those of the name.
Likeness by_beginning(const std::string& name, const std::string& candidate) {
  if (name.size() < kShortestBeginning) return {1, 0};
  Likeness best{name.size(), name.size() / 4};
  for (std::size_t n = name.size() - best.most; n <= name.size() + best.most && n < candidate.size(); ++n)
    best.distance = std::min(best.distance, edit_distance(name, candidate.substr(0, n)));
  return best;
}

/// The first of the nearest candidates, or nullptr where none is near.
const std::string* nearest_by(Likeness (*likeness)(const std::string&, const std::string&),
                              const std::string& name, const std::vector<std::string>& candidates) {
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > 2 * kLongestName) continue;
    const Likeness like = likeness(name, candidate);
    if (!like.is_near() || (best != nullptr && like.distance >= best_distance)) continue;
    best = &candidate;
    best_distance = like.distance;
  }
  return best;
}

}  // namespace

std::string nearest_name(const std::string& name, const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > kLongestName) return "";
  for (const auto likeness : {by_edits, by_words, by_beginning}) {
    if (const std::string* best = nearest_by(likeness, name, candidates)) return *best;
  }
  return "";
}

std::string suggestion(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(name, candidates);
  if (!nearest.empty()) return ", did you mean '" + nearest + "'?";
  if (candidates.empty()) return "";
  std::string known;
  for (std::size_t i = 0; i < candidates.size() && i < kMaxListed; ++i)
    known += (i > 0 ? ", " : "") + candidates[i];
  if (candidates.size() > kMaxListed)
    known += " and " + std::to_string(candidates.size() - kMaxListed) + " more";
  return "; known: " + known;
}

}  // namespace preimage::base
