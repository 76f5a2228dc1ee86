#include "preimage/samples/ngrams.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"

namespace preimage::samples {

std::vector<std::pair<std::string_view, double>> counted(std::vector<std::string_view> texts) {
  std::sort(texts.begin(), texts.end());
  std::vector<std::pair<std::string_view, double>> counts;
  for (const std::string_view text : texts) {
    if (counts.empty() || counts.back().first != text) counts.emplace_back(text, 0.0);
    counts.back().second += 1.0;
  }
  return counts;
}

NgramCounts count_ngrams(std::string_view x, std::size_t n) {
  if (n < 1) throw NumericalError("n-grams of 0 symbols, expected at least 1");
  std::vector<std::string_view> ngrams;
  for (std::size_t i = 0; i + n <= x.size(); ++i) ngrams.push_back(x.substr(i, n));
  NgramCounts counts;
  for (const auto& [ngram, count] : counted(std::move(ngrams))) counts.push_back({std::string(ngram), count});
  return counts;
}

std::string with_boundary(std::string_view word, std::size_t n, char boundary) {
  if (n < 1) throw NumericalError("n-grams of 0 symbols, expected at least 1");
  if (word.find(boundary) != std::string_view::npos) {
    throw NumericalError(fmt::format("{} holds the boundary symbol {}", base::excerpt(word),
                                     base::excerpt(std::string_view(&boundary, 1))));
  }
  const std::string ends(n - 1, boundary);
  return ends + std::string(word) + ends;
}

std::string without_boundary(std::string_view text, char boundary) {
  std::string word(text);
  std::erase(word, boundary);
  return word;
}

}  // namespace preimage::samples
