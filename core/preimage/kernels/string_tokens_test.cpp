// Kernels on strings see symbols, of whatever bytes: a one-to-one exchange of symbols changes nothing.
#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "preimage/kernels/weighted_degree_kernel.hpp"
#include "preimage/samples/ngrams.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using kernels::Strings;
using samples::Tokens;
using testing::is_close;

namespace {

const std::vector<std::string> kSymbols = {"a", "\u00e9", "\u0283", "\u6f22", "\U0001F1E9\U0001F1EA"};

/// The same strings in letters a to e, in these symbols, and in words.
struct Spelled {
  Strings letters, signs, words;
};

Spelled random_texts(std::size_t n, std::size_t longest, std::size_t alphabet) {
  base::Random random(7);
  Spelled texts;
  for (std::size_t i = 0; i < n; ++i) {
    std::string &letters = texts.letters.emplace_back(), &signs = texts.signs.emplace_back(),
                &words = texts.words.emplace_back();
    for (std::size_t length = random.below(longest + 1); length > 0; --length) {
      const std::size_t symbol = random.below(alphabet);
      letters += static_cast<char>('a' + symbol);
      signs += kSymbols[symbol];
      words += " \t" + kSymbols[symbol] + kSymbols[symbol];
    }
  }
  return texts;
}

template <class Make>
void check_exchange(const Make& make) {
  for (const std::size_t alphabet : {4u, 5u}) {
    const Spelled texts = random_texts(14, 9, alphabet);
    const auto of_letters = make(Tokens::bytes);
    const arma::mat K = of_letters->gram(texts.letters);
    CHECK(K.max() > 0.0);
    // Of the first four symbols each is one character; the fifth has two.
    const auto of_signs = make(alphabet == 4 ? Tokens::characters : Tokens::graphemes);
    CHECK(is_close(of_signs->gram(texts.signs), K, 1e-13));
    CHECK(is_close(of_signs->cross_gram(texts.signs, texts.signs), K, 1e-13));
    CHECK(is_close(of_signs->diagonal(texts.signs), arma::vec(K.diag()), 1e-13));
    CHECK(is_close(make(Tokens::words)->gram(texts.words), K, 1e-13));
  }
}

}  // namespace

TEST_CASE("an exchange of letters for longer symbols changes no kernel") {
  for (const bool boundary : {false, true})
    check_exchange(
        [=](Tokens tokens) { return std::make_shared<kernels::SpectrumKernel>(1, 3, tokens, boundary); });
  for (const auto algorithm :
       {kernels::SubsequenceAlgorithm::features, kernels::SubsequenceAlgorithm::dynamic_programme})
    check_exchange([=](Tokens tokens) {
      return std::make_shared<kernels::SubsequenceKernel>(2, 0.5, algorithm, tokens);
    });
  check_exchange([](Tokens tokens) { return std::make_shared<kernels::WeightedDegreeKernel>(3, tokens); });
}

TEST_CASE("with a boundary the counts are those of the strings between boundary symbols") {
  const Strings texts = random_texts(12, 6, 4).letters;
  const kernels::SpectrumKernel kernel(2, 3, Tokens::bytes, true);
  arma::mat expected(texts.size(), texts.size(), arma::fill::zeros);
  for (const std::size_t n : {2u, 3u}) {
    for (arma::uword i = 0; i < texts.size(); ++i) {
      for (arma::uword j = 0; j < texts.size(); ++j) {
        const std::string s = samples::with_boundary(texts[i], n, '#'),
                          t = samples::with_boundary(texts[j], n, '#');
        for (std::size_t p = 0; p + n <= s.size(); ++p) {
          for (std::size_t q = 0; q + n <= t.size(); ++q)
            expected(i, j) += s.substr(p, n) == t.substr(q, n) ? 1.0 : 0.0;
        }
      }
    }
  }
  CHECK(is_close(kernel.gram(texts), expected, 0.0));
  CHECK(kernel.diagonal({""})(0) > 0.0);
  CHECK_FALSE(kernel.maps_several_to_zero());
  CHECK_THROWS_AS(kernel.gram({std::string(1, '\0')}), NumericalError);
}

TEST_CASE("the weighted degree kernel, run by run as it is defined") {
  const Strings texts = random_texts(15, 12, 2).letters;
  for (const int d : {1, 2, 5}) {
    arma::mat expected(texts.size(), texts.size(), arma::fill::zeros);
    for (arma::uword i = 0; i < texts.size(); ++i) {
      for (arma::uword j = 0; j < texts.size(); ++j) {
        for (int k = 1; k <= d; ++k) {
          const double beta = 2.0 * (d - k + 1) / (d * (d + 1));
          const auto n = static_cast<std::size_t>(k);
          for (std::size_t p = 0; p + n <= std::min(texts[i].size(), texts[j].size()); ++p)
            expected(i, j) += texts[i].substr(p, n) == texts[j].substr(p, n) ? beta : 0.0;
        }
      }
    }
    CHECK(is_close(kernels::WeightedDegreeKernel(d).gram(texts), expected, 1e-13));
    CHECK(is_close(kernels::WeightedDegreeKernel(d).diagonal(texts), arma::vec(expected.diag()), 1e-13));
  }
  CHECK_THROWS_AS(kernels::WeightedDegreeKernel(0), NumericalError);
}

TEST_CASE("more symbols than bytes: common characters of two texts of 600 different ones") {
  std::string first, second;
  for (char32_t c = 0x4e00; c < 0x4e00 + 600; ++c) {
    const std::string utf8 = {static_cast<char>(0xe0 | (c >> 12)),
                              static_cast<char>(0x80 | ((c >> 6) & 0x3f)),
                              static_cast<char>(0x80 | (c & 0x3f))};
    first += utf8;
    if (c % 3 == 0) second += utf8 + utf8;
  }
  const kernels::SubsequenceKernel kernel(1, 0.5, kernels::SubsequenceAlgorithm::automatic,
                                          Tokens::characters);
  CHECK(is_close(kernel.cross_gram({first}, {second})(0, 0), 200.0 * 2.0 * 0.25, 1e-13));
}

TEST_CASE("features of training strings know a new symbol as a gap") {
  const kernels::SubsequenceKernel kernel(2, 0.5, kernels::SubsequenceAlgorithm::features,
                                          Tokens::characters);
  const Strings training = {"\u00e9a\u00e9", "aa"}, unseen = {"\u00e9\u0283a"};
  const auto features = kernel.feature_map(training);
  REQUIRE(features);
  CHECK(
      is_close((*features)(unseen) * (*features)(training).t(), kernel.cross_gram(unseen, training), 1e-13));
}

TEST_CASE("a string that is no UTF-8 is refused by name") {
  CHECK(testing::thrown_message<std::invalid_argument>([] {
          kernels::SpectrumKernel(1, 2, Tokens::characters).gram({"a", "b\xe9"});
        }) == "'b\\xe9' is no UTF-8: byte 2 is 0xe9");
}
