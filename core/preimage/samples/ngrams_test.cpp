#include "preimage/samples/ngrams.hpp"

#include <map>

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"

using preimage::base::Random;

namespace preimage::samples {

namespace {

/// Text, count pairs, in byte order: comparable.
std::map<std::string, double> as_map(const NgramCounts& counts) {
  std::map<std::string, double> map;
  for (const auto& [ngram, count] : counts) map[ngram] = count;
  return map;
}

}  // namespace

TEST_CASE("n-gram counts agree with looking at every position, bytes above 127 among them") {
  Random random(1);
  const std::string alphabet = "ab\xe4";
  for (std::size_t length = 0; length < 12; ++length) {
    std::string x;
    for (std::size_t i = 0; i < length; ++i) x += alphabet[random.below(alphabet.size())];
    for (std::size_t n = 1; n <= 5; ++n) {
      std::map<std::string, double> expected;
      for (std::size_t i = 0; i + n <= length; ++i) expected[x.substr(i, n)] += 1.0;
      const NgramCounts counts = count_ngrams(x, n);
      CHECK(as_map(counts) == expected);
      CHECK(counts.size() == expected.size());
      for (std::size_t i = 1; i < counts.size(); ++i) CHECK(counts[i - 1].ngram < counts[i].ngram);
    }
  }
}

TEST_CASE("with boundary symbols a word has |w| + n - 1 n-grams, however short it is") {
  CHECK(with_boundary("ab", 3, '#') == "##ab##");
  CHECK(with_boundary("", 2, '#') == "##");
  CHECK(with_boundary("ab", 1, '#') == "ab");
  CHECK(without_boundary("##a#b##", '#') == "ab");
  for (const std::string word : {"", "a", "abca"}) {
    for (std::size_t n = 1; n <= 7; ++n) {
      double sum = 0.0;
      for (const auto& entry : count_ngrams(with_boundary(word, n, '#'), n)) sum += entry.count;
      CHECK(sum == static_cast<double>(word.size() + n - 1));
    }
  }
}

}  // namespace preimage::samples
