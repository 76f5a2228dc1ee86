#include "preimage/kernels/spectrum_kernel.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "testing/thrown_message.hpp"

using preimage::NumericalError;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;
using kernels::SpectrumKernel;
using kernels::Tokens;

namespace {

using Sequence = std::vector<std::string>;

Sequence tokens_of(const std::string& text, Tokens tokens) {
  Sequence sequence;
  if (tokens == Tokens::words) {
    std::istringstream stream(text);
    for (std::string word; stream >> word;) sequence.push_back(word);
  } else {
    for (char c : text) sequence.emplace_back(1, c);
  }
  return sequence;
}

/// The definition, pair of places by pair of places.
double by_definition(const std::string& s, const std::string& t, int shortest, int longest, Tokens tokens) {
  const Sequence a = tokens_of(s, tokens);
  const Sequence b = tokens_of(t, tokens);
  double sum = 0.0;
  for (auto p = static_cast<std::size_t>(shortest); p <= static_cast<std::size_t>(longest); ++p) {
    for (std::size_t i = 0; i + p <= a.size(); ++i) {
      for (std::size_t j = 0; j + p <= b.size(); ++j) {
        bool equal = true;
        for (std::size_t k = 0; k < p; ++k) equal = equal && a[i + k] == b[j + k];
        sum += equal ? 1.0 : 0.0;
      }
    }
  }
  return sum;
}

/// Strings of 0 to 19 symbols of `alphabet` symbols, from byte `first` on.
kernels::Strings random_strings(std::size_t n, std::size_t alphabet, int first, std::uint64_t seed) {
  preimage::base::Random random(seed);
  kernels::Strings strings(n);
  for (std::string& string : strings) {
    const std::size_t length = random.below(20);
    for (std::size_t i = 0; i < length; ++i)
      string += static_cast<char>(first + static_cast<int>(random.below(alphabet)));
  }
  return strings;
}

void check_against_definition(const kernels::Strings& a, const kernels::Strings& b, Tokens tokens) {
  for (const auto& [shortest, longest] : {std::pair{1, 1}, {3, 3}, {1, 4}, {2, 3}, {25, 25}}) {
    const SpectrumKernel kernel(shortest, longest, tokens);
    const arma::mat block = kernel.cross_gram(a, b), own = kernel.gram(a);
    const arma::vec norms = kernel.diagonal(a);
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(norms(i) == by_definition(a[i], a[i], shortest, longest, tokens));
      for (std::size_t j = 0; j < a.size(); ++j)
        CHECK(own(i, j) == by_definition(a[i], a[j], shortest, longest, tokens));
      for (std::size_t j = 0; j < b.size(); ++j) {
        CHECK(block(i, j) == by_definition(a[i], b[j], shortest, longest, tokens));
      }
    }
  }
}

}  // namespace

TEST_CASE("counts of contiguous substrings are those of the definition, to the last bit") {
  const kernels::Strings few_symbols = random_strings(12, 2, 'a', 1);
  check_against_definition(few_symbols, random_strings(9, 2, 'a', 2), Tokens::bytes);
  check_against_definition(random_strings(6, 256, 0, 3), random_strings(7, 256, 0, 4), Tokens::bytes);
}

TEST_CASE("words: blanks separate, however many, and a word is no sequence of symbols") {
  const kernels::Strings texts = {
      "the cat  sat", "\tthe cat sat ", "thecat sat", "cat the sat the cat", "  ", "", "t h e"};
  check_against_definition(texts, texts, Tokens::words);
  const SpectrumKernel pairs_of_words(2, 2, Tokens::words);
  CHECK(pairs_of_words.cross_gram({texts[0]}, {texts[1]})(0, 0) == 2.0);  // "the cat" and "cat sat"
  CHECK(pairs_of_words.cross_gram({texts[0]}, {texts[2]})(0, 0) == 0.0);
}

TEST_CASE("a string shorter than p has zero norm and no NaN anywhere") {
  const SpectrumKernel kernel(3, 3);
  const kernels::Strings strings = {"", "ab", "abc"};
  CHECK(arma::accu(arma::abs(kernel.gram(strings) - arma::mat{{0, 0, 0}, {0, 0, 0}, {0, 0, 1}})) == 0.0);
}

TEST_CASE("of no strings there is nothing") {
  const SpectrumKernel kernel(3, 3);
  const kernels::Strings strings = {"abc", "bcd"};
  CHECK(arma::size(kernel.gram({})) == arma::SizeMat(0, 0));
  CHECK(arma::size(kernel.cross_gram(strings, {})) == arma::SizeMat(2, 0));
  CHECK(arma::size(kernel.cross_gram({}, strings)) == arma::SizeMat(0, 2));
}

TEST_CASE("lengths that count nothing are refused") {
  CHECK(thrown_message<NumericalError>([] { SpectrumKernel(0, 2); }) ==
        "spectrum kernel: substrings of 0 to 2 tokens, expected 1 <= shortest <= longest");
  CHECK(thrown_message<NumericalError>([] { SpectrumKernel(3, 2); }) ==
        "spectrum kernel: substrings of 3 to 2 tokens, expected 1 <= shortest <= longest");
}
