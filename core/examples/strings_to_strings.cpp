// Strings from strings: a rule of spelling is learned from pairs of words, and new words are spelled. Two
// decoders: the first can only say a word that it was trained with, the second puts new ones together, symbol
// by symbol.
#include <string>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "preimage/losses/loss.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/sequences/per_position_decoder.hpp"

using namespace preimage;
using kernels::Strings;

namespace {

/// The rule: A, B, C for a, b, c; but b behind a is spelled P.
std::string spelled(const std::string& word) {
  std::string result;
  for (std::size_t i = 0; i < word.size(); ++i)
    result += i > 0 && word[i - 1] == 'a' && word[i] == 'b' ? 'P' : static_cast<char>(word[i] - 'a' + 'A');
  return result;
}

/// Words of 5 to 8 symbols, and how they are spelled.
std::pair<Strings, Strings> random_pairs(int count, std::uint64_t seed) {
  base::Random random(seed);
  Strings words, answers;
  for (int i = 0; i < count; ++i) {
    std::string word(5 + random.below(4), 'a');
    for (char& symbol : word) symbol = static_cast<char>('a' + random.below(3));
    answers.push_back(spelled(word));
    words.push_back(std::move(word));
  }
  return {words, answers};
}

}  // namespace

int main() {
  const auto [words, answers] = random_pairs(80, 1);
  const auto [new_words, truth] = random_pairs(40, 2);
  double errors[2];
  const decoders::DecoderRecipe recipes[] = {
      decoders::candidate_decoder(), sequences::per_position_decoder({.positions = {.window = 3, .k = 3}})};
  for (int i = 0; i < 2; ++i) {
    const auto estimator =
        models::kde(kernels::normalised(kernels::spectrum(1, 3)),
                    kernels::normalised(kernels::spectrum(1, 2)), {.ridges = {0.01}, .decoder = recipes[i]});
    const Strings found = estimator.fit(words, answers).predict(new_words).outputs;
    errors[i] = arma::mean(*losses::symbol_error_loss()(truth, found));
    fmt::print("{}: {:.1f} % of the symbols wrong; {} -> {}, true {}\n",
               i == 0 ? "candidates  " : "per position", 100.0 * errors[i], new_words[0], found[0], truth[0]);
  }
  return errors[1] < 0.02 && errors[1] < errors[0] ? 0 : 1;
}
