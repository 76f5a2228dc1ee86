#include "preimage/kernels/spectrum_kernel.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/sparse_counts.hpp"

namespace preimage::kernels {

namespace {

/// A string cut into tokens. Neighbouring tokens are neighbours in `text` too (words with one blank between
/// them), so a run of tokens is a piece of the text; two runs are equal where their texts are, because no
/// word holds a blank.
class TokenText {
 public:
  TokenText(const std::string& string, Tokens tokens) {
    if (tokens == Tokens::symbols) {
      text_ = string;
      for (std::size_t i = 0; i < string.size(); ++i) places_.emplace_back(i, i + 1);
    } else {
      add_words(string);
    }
  }

  std::size_t size() const { return places_.size(); }
  /// `count` >= 1 tokens from number `first` on.
  std::string_view run(std::size_t first, std::size_t count) const {
    const std::size_t begin = places_[first].first;
    return std::string_view(text_).substr(begin, places_[first + count - 1].second - begin);
  }

 private:
  void add_words(const std::string& string) {
    constexpr const char* kBlanks = " \t";
    for (std::size_t begin = string.find_first_not_of(kBlanks); begin != std::string::npos;) {
      const std::size_t end = std::min(string.find_first_of(kBlanks, begin), string.size());
      if (!text_.empty()) text_ += ' ';
      places_.emplace_back(text_.size(), text_.size() + (end - begin));
      text_.append(string, begin, end - begin);
      begin = string.find_first_not_of(kBlanks, end);
    }
  }

  std::string text_;
  std::vector<std::pair<std::size_t, std::size_t>> places_;  // begin and end of each token in text_
};

std::vector<TokenText> token_texts(const Strings& samples, Tokens tokens) {
  std::vector<TokenText> texts;
  for (const std::string& sample : samples) texts.emplace_back(sample, tokens);
  return texts;
}

std::vector<Occurrences> substrings(const std::vector<TokenText>& texts, std::size_t shortest,
                                    std::size_t longest) {
  std::vector<Occurrences> result(texts.size());
  for (std::size_t s = 0; s < texts.size(); ++s) {
    for (std::size_t length = shortest; length <= longest; ++length) {
      for (std::size_t i = 0; i + length <= texts[s].size(); ++i) {
        result[s].push_back(texts[s].run(i, length));
      }
    }
  }
  return result;
}

}  // namespace

SpectrumKernel::SpectrumKernel(int shortest, int longest, Tokens tokens)
    : shortest_(static_cast<std::size_t>(shortest)),
      longest_(static_cast<std::size_t>(longest)),
      tokens_(tokens) {
  if (shortest < 1 || shortest > longest) {
    throw NumericalError(
        fmt::format("spectrum kernel: substrings of {} to {} tokens, expected 1 <= shortest <= longest",
                    shortest, longest));
  }
}

arma::mat SpectrumKernel::cross_gram(const Strings& a, const Strings& b) const {
  const std::vector<TokenText> a_texts = token_texts(a, tokens_);
  const std::vector<TokenText> b_texts = token_texts(b, tokens_);
  return count_products(substrings(a_texts, shortest_, longest_), substrings(b_texts, shortest_, longest_));
}

arma::mat SpectrumKernel::gram(const Strings& a) const {
  const std::vector<TokenText> texts = token_texts(a, tokens_);
  return count_products(substrings(texts, shortest_, longest_));
}

arma::vec SpectrumKernel::diagonal(const Strings& a) const {
  const std::vector<TokenText> texts = token_texts(a, tokens_);
  return squared_counts(substrings(texts, shortest_, longest_));
}

}  // namespace preimage::kernels
