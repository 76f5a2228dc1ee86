#include "preimage/kernels/spectrum_kernel.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/sparse_counts.hpp"
#include "preimage/samples/ngrams.hpp"

namespace preimage::kernels {

namespace {

constexpr char kBoundary = '\0';

/// A string cut into tokens, `boundaries` of them in front and behind. Neighbouring tokens are neighbours
/// in `text` too (words with one blank between them), so a run of tokens is a piece of the text; two runs are
/// equal where their texts are, because no word holds a blank, and because what is cut from the first byte of
/// a character or grapheme is cut alike.
class TokenText {
 public:
  TokenText(const std::string& string, Tokens tokens, std::size_t boundaries) {
    const auto add = [&](std::string_view token) {
      if (tokens == Tokens::words && !text_.empty()) text_ += ' ';
      places_.emplace_back(text_.size(), text_.size() + token.size());
      text_ += token;
    };
    const std::string boundary(1, kBoundary);
    if (boundaries > 0) samples::with_boundary(string, 1, kBoundary);  // refuses a string that holds it
    for (std::size_t i = 0; i < boundaries; ++i) add(boundary);
    for (const std::string_view token : samples::cut(string, tokens)) add(token);
    for (std::size_t i = 0; i < boundaries; ++i) add(boundary);
  }

  std::size_t size() const { return places_.size(); }
  /// `count` >= 1 tokens from number `first` on.
  std::string_view run(std::size_t first, std::size_t count) const {
    const std::size_t begin = places_[first].first;
    return std::string_view(text_).substr(begin, places_[first + count - 1].second - begin);
  }

 private:
  std::string text_;
  std::vector<std::pair<std::size_t, std::size_t>> places_;  // begin and end of each token in text_
};

std::vector<TokenText> token_texts(const Strings& samples, Tokens tokens, std::size_t boundaries) {
  std::vector<TokenText> texts;
  for (const std::string& sample : samples) texts.emplace_back(sample, tokens, boundaries);
  return texts;
}

/// boundaries  of the texts, at each end; a substring of n tokens sees n - 1 of them
std::vector<Occurrences> substrings(const std::vector<TokenText>& texts, std::size_t shortest,
                                    std::size_t longest, std::size_t boundaries) {
  std::vector<Occurrences> result(texts.size());
  for (std::size_t s = 0; s < texts.size(); ++s) {
    for (std::size_t length = shortest; length <= longest; ++length) {
      const std::size_t unseen = boundaries > 0 ? longest - length : 0;
      for (std::size_t i = unseen; i + length + unseen <= texts[s].size(); ++i) {
        result[s].push_back(texts[s].run(i, length));
      }
    }
  }
  return result;
}

}  // namespace

SpectrumKernel::SpectrumKernel(int shortest, int longest, Tokens tokens, bool has_boundary)
    : shortest_(static_cast<std::size_t>(shortest)),
      longest_(static_cast<std::size_t>(longest)),
      tokens_(tokens),
      boundaries_(has_boundary ? longest_ - 1 : 0) {
  if (shortest < 1 || shortest > longest) {
    throw NumericalError(
        fmt::format("spectrum kernel: substrings of {} to {} tokens, expected 1 <= shortest <= longest",
                    shortest, longest));
  }
}

arma::mat SpectrumKernel::cross_gram(const Strings& a, const Strings& b) const {
  const std::vector<TokenText> a_texts = token_texts(a, tokens_, boundaries_);
  const std::vector<TokenText> b_texts = token_texts(b, tokens_, boundaries_);
  return count_products(substrings(a_texts, shortest_, longest_, boundaries_),
                        substrings(b_texts, shortest_, longest_, boundaries_));
}

arma::mat SpectrumKernel::gram(const Strings& a) const {
  const std::vector<TokenText> texts = token_texts(a, tokens_, boundaries_);
  return count_products(substrings(texts, shortest_, longest_, boundaries_));
}

arma::vec SpectrumKernel::diagonal(const Strings& a) const {
  const std::vector<TokenText> texts = token_texts(a, tokens_, boundaries_);
  return squared_counts(substrings(texts, shortest_, longest_, boundaries_));
}

}  // namespace preimage::kernels
