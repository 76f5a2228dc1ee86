#include "experiments/ocr_transduction/stroke_words.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace ocr_transduction = preimage::experiments::ocr_transduction;

namespace {

int letter_of(const preimage::experiments::ocr_transduction::OcrWord& word, std::size_t row) {
  return word.text[row - word.first];
}

std::vector<int> letters_of(const preimage::experiments::ocr_transduction::OcrLetters& letters) {
  std::vector<int> all;
  for (const preimage::experiments::ocr_transduction::OcrWord& word : letters.words)
    for (std::size_t i = 0; i < word.text.size(); ++i) all.push_back(letter_of(word, word.first + i));
  return all;
}

}  // namespace

TEST_CASE("stroke_words: ten folds, each with all 55 words of 3 to 14 letters and all of a to z") {
  const auto letters = ocr_transduction::stroke_words(55, 3);
  CHECK(letters.words.size() == 550);
  CHECK(letters.pixels.n_rows == letters.ids.size());
  std::map<int, std::set<std::string>> texts;
  std::set<char> alphabet;
  std::size_t next = 0, shortest = 99, longest = 0;
  for (const preimage::experiments::ocr_transduction::OcrWord& word : letters.words) {
    CHECK(word.first == next);
    next += word.text.size();
    texts[word.fold].insert(word.text);
    alphabet.insert(word.text.begin(), word.text.end());
    shortest = std::min(shortest, word.text.size());
    longest = std::max(longest, word.text.size());
  }
  CHECK(next == letters.ids.size());
  CHECK(texts.size() == 10);
  for (const auto& [fold, words] : texts) CHECK(words == texts[0]);
  CHECK(texts[0].size() == 55);
  CHECK(alphabet.size() == 26);
  CHECK(shortest == 3);
  CHECK(longest == 14);
}

TEST_CASE("stroke_words depend on the seed alone and are black and white") {
  const auto letters = ocr_transduction::stroke_words(2, 7);
  CHECK(arma::all(arma::vectorise(letters.pixels == ocr_transduction::stroke_words(2, 7).pixels)));
  const auto other = ocr_transduction::stroke_words(2, 8);
  CHECK((other.pixels.n_rows != letters.pixels.n_rows ||
         arma::any(arma::vectorise(other.pixels != letters.pixels))));
  CHECK(arma::all(arma::vectorise(letters.pixels % (1.0 - letters.pixels)) == 0.0));
  const arma::vec ink = arma::mean(letters.pixels, 1);
  CHECK(ink.min() > 0.03);
  CHECK(ink.max() < 0.6);
}

TEST_CASE("stroke_words are learnable and not trivial: the nearest neighbour, one fold for training") {
  const auto letters = ocr_transduction::stroke_words(55, 1);
  const std::vector<int> labels = letters_of(letters);
  const arma::uword n_train = letters.words[55].first, n_test = 500;
  const arma::mat train = letters.pixels.head_rows(n_train);
  double errors = 0.0;
  for (arma::uword i = n_train; i < n_train + n_test; ++i) {
    const arma::vec distances = arma::sum(arma::square(train.each_row() - letters.pixels.row(i)), 1);
    if (labels[distances.index_min()] != labels[i]) ++errors;
  }
  CHECK(errors / static_cast<double>(n_test) > 0.10);
  CHECK(errors / static_cast<double>(n_test) < 0.50);
}
