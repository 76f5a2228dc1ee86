#include "experiments/string_toy/string_pairs.hpp"

#include <array>
#include <string_view>

namespace preimage::experiments::string_toy {

namespace {

constexpr std::string_view kLetters = "abcd";
constexpr double kOne = 0.3;   // probability of a random insertion (deletion)
constexpr double kTwo = 0.15;  // of two

struct ClassModel {
  std::string_view letters;  // of the inputs
  double stay;               // probability that a letter repeats; the others share the rest
  std::string_view output;
};
constexpr std::array<ClassModel, 3> kModels = {
    ClassModel{"abcd", 0.25, "abad"}, ClassModel{"abcd", 0.7, "dbbd"}, ClassModel{"cd", 0.7, "aabc"}};

std::string draw_input(const ClassModel& model, base::Random& random) {
  const std::size_t length = 10 + random.below(6);
  std::string text;
  std::size_t letter = random.below(model.letters.size());
  for (std::size_t i = 0; i < length; ++i) {
    text += model.letters[letter];
    if (random.uniform() >= model.stay) {
      const std::size_t other = random.below(model.letters.size() - 1);
      letter = other < letter ? other : other + 1;
    }
  }
  return text;
}

std::string with_noise(std::string text, NoiseOrder order, base::Random& random) {
  for (std::size_t insertions = edit_count(order, random); insertions > 0; --insertions) {
    // One draw after the other: C++ leaves the order of arguments to the compiler.
    const char letter = kLetters[random.below(kLetters.size())];
    text.insert(random.below(text.size() + 1), 1, letter);
  }
  for (std::size_t deletions = edit_count(order, random); deletions > 0; --deletions) {
    text.erase(random.below(text.size()), 1);
  }
  return text;
}

}  // namespace

std::size_t edit_count(NoiseOrder order, base::Random& random) {
  const double u = random.uniform();
  switch (order) {
    case NoiseOrder::exclusive:
      return u < kTwo ? 2 : (u < kTwo + kOne ? 1 : 0);
    case NoiseOrder::nested:
      return u < kTwo ? 2 : (u < kOne ? 1 : 0);
    case NoiseOrder::sequential:
      if (u >= kOne) return 0;
      return random.uniform() < kTwo ? 2 : 1;
  }
  return 0;
}

ToyPairs draw_pairs(std::size_t n, NoiseOrder order, base::Random& random) {
  ToyPairs pairs;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t c = random.below(kModels.size());
    pairs.inputs.push_back(draw_input(kModels[c], random));
    pairs.outputs.push_back(with_noise(std::string(kModels[c].output), order, random));
    pairs.classes.push_back(static_cast<int>(c));
  }
  return pairs;
}

}  // namespace preimage::experiments::string_toy
