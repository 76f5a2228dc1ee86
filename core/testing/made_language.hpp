// A made language for tests of strings that are put together: words, and how they are spoken.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "preimage/base/random.hpp"

namespace preimage::testing {

/// Eight rules rewrite a letter by what is around it; two change the length of a word, and four make a
/// character of two bytes.
inline std::string spoken(const std::string& word) {
  const std::string vowels = "aeiou";
  std::string result;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char before = i > 0 ? word[i - 1] : '#', after = i + 1 < word.size() ? word[i + 1] : '#';
    const auto is_in = [](char c, const std::string& set) { return set.find(c) != std::string::npos; };
    switch (word[i]) {
      case 'c':
        result += is_in(after, "ei") ? "s" : "k";
        break;
      case 'g':
        result += is_in(after, "ei") ? "\u0292" : "g";
        break;
      case 't':
        result += after == 'i' ? "\u02a7" : "t";
        break;
      case 's':
        result += is_in(before, vowels) && is_in(after, vowels) ? "z" : "s";
        break;
      case 'n':
        result += is_in(after, "kgc") ? "\u014b" : "n";
        break;
      case 'a':
        result += after == 'r' ? "\u0251" : "a";
        break;
      case 'e':
        result += after == '#' ? "" : "e";
        break;
      case 'x':
        result += after == '#' ? "ks" : "z";
        break;
      default:
        result += word[i];
    }
  }
  return result;
}

/// n different words of two or three syllables, each with how it is spoken.
inline std::vector<std::pair<std::string, std::string>> made_language(std::size_t n = 500,
                                                                      std::uint64_t seed = 1) {
  base::Random random(seed);
  const auto one_of = [&](const std::string& letters) { return letters[random.below(letters.size())]; };
  std::set<std::string> known;
  std::vector<std::pair<std::string, std::string>> words;
  while (words.size() < n) {
    std::string word;
    for (std::size_t syllables = 2 + random.below(2); syllables > 0; --syllables) {
      word += {one_of("tcsngr"), one_of("aeiou")};
      if (random.below(3) == 0) word += one_of("nrs");
    }
    if (random.below(4) == 0) word += one_of("xt");
    if (known.insert(word).second) words.emplace_back(word, spoken(word));
  }
  return words;
}

}  // namespace preimage::testing
