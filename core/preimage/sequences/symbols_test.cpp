// What puts strings together works on symbols: an exchange of letters for longer symbols changes no decision.
#include <doctest/doctest.h>

#include "preimage/base/random.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/weighted_degree_kernel.hpp"
#include "preimage/sequences/elements.hpp"
#include "preimage/sequences/ngram_features.hpp"
#include "preimage/sequences/per_position.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using kernels::Strings;
using samples::Tokens;

namespace {

std::string signs_of(const std::string& letters) {
  std::string signs;
  for (const char c : letters) signs += c == 'a' ? "\u00e9" : c == 'b' ? "x" : "\u6f22";
  return signs;
}

Strings all_signs_of(const Strings& letters) {
  Strings signs;
  for (const std::string& text : letters) signs.push_back(signs_of(text));
  return signs;
}

Strings random_letters(std::size_t n, base::Random& random) {
  Strings texts(n);
  for (std::string& text : texts) {
    for (std::size_t length = 1 + random.below(7); length > 0; --length)
      text += static_cast<char>('a' + random.below(3));
  }
  return texts;
}

}  // namespace

TEST_CASE(
    "positions of longer symbols vote as those of letters do, also for inputs that no training string has") {
  base::Random random(3);
  const Strings inputs = random_letters(12, random), outputs = random_letters(12, random);
  const arma::vec embedding = arma::linspace(0.0, 1.1, 12);
  // In the order of their bytes the symbols are x, e acute and the sign: ties go to others than a, b, c.
  const sequences::PerPosition letters(inputs, outputs, {3, 1, sequences::Ties::lowest_index, 0.3});
  const sequences::PerPosition signs(all_signs_of(inputs), all_signs_of(outputs),
                                     {3, 1, sequences::Ties::lowest_index, 0.3, Tokens::characters});
  for (const std::string& query : random_letters(20, random)) {
    CHECK(signs.decode(signs_of(query), query.size(), embedding, random) ==
          signs_of(letters.decode(query, query.size(), embedding, random)));
  }
  CHECK(signs.decode("\u0283\u0283", 2, embedding, random) ==
        signs_of(letters.decode("zz", 2, embedding, random)));
  CHECK(signs.predicted_length(embedding) == letters.predicted_length(embedding));
}

TEST_CASE("a stop symbol ends an output where the windows say so, and no later than in training") {
  // x is written as yz at the end, and a final e as nothing.
  const Strings inputs = {"ab", "bax", "abe", "bab", "x", "ae"},
                outputs = {"ab", "bayz", "ab", "bab", "yz", "a"};
  sequences::PerPositionOptions options{3, 1};
  options.has_stop = true;
  const sequences::PerPosition decoder(inputs, outputs, options);
  base::Random random(1);
  const arma::vec none(inputs.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    CHECK(decoder.decode(inputs[i], 0, none, random) == outputs[i]);
  CHECK(decoder.decode("babax", 0, none, random) == "babayz");
  CHECK(decoder.decode("abae", 0, none, random) == "aba");
  CHECK(decoder.decode("", 0, none, random).size() <= 1);
}

TEST_CASE("counts of n-grams with a boundary are features of the kernel with a boundary") {
  base::Random random(5);
  Strings texts = all_signs_of(random_letters(15, random));
  texts.push_back("");
  const kernels::SpectrumKernel kernel(2, 3, Tokens::characters, true);
  const outputs::ExplicitFeatures features = sequences::ngram_features(texts, {2, 3}, Tokens::characters);
  CHECK(testing::is_close(features.values * features.values.t(), kernel.gram(texts), 0.0));
  CHECK(features.ngrams.size() == features.values.n_cols);
  CHECK(select(features, {1, 0}).alphabet->size() == features.alphabet->size());
}

TEST_CASE("elements belong to whole symbols of the outputs") {
  const auto windows = std::make_shared<const Strings>(Strings{"a", "b", "c"});
  const auto kernel = std::make_shared<const kernels::WeightedDegreeKernel>(1);
  const auto data = [&](Tokens tokens) {
    return samples::DataSet{samples::SampleSet(2).with(sequences::Elements{
                                samples::Offsets(std::vector<arma::uword>{2, 1}),
                                kernels::Points::by_block<Strings>(kernel, windows), tokens}),
                            samples::SampleSet(2).with(Strings{"\u6f22x", "\u6f22"})};
  };
  const sequences::AlignedSymbols symbols = sequences::aligned_symbols(data(Tokens::characters));
  CHECK(symbols.numbers == std::u32string{1, 0, 1});
  CHECK(symbols.alphabet.text_of(symbols.numbers) == "\u6f22x\u6f22");
  CHECK(testing::thrown_message<std::invalid_argument>([&] {
          sequences::aligned_symbols(data(Tokens::bytes));
        }) == "sample 0: 2 elements and an output of 4 symbols, expected as many");
}
