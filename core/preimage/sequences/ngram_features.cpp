#include "preimage/sequences/ngram_features.hpp"

#include <map>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/samples/ngrams.hpp"

namespace preimage::sequences {

namespace {

constexpr char kBoundary = '\0';  // of packed strings

samples::NgramCounts counts_of(const std::string& packed, const std::vector<std::size_t>& orders) {
  samples::NgramCounts all;
  for (const std::size_t order : orders) {
    const auto counts = samples::count_ngrams(samples::with_boundary(packed, order, kBoundary), order);
    all.insert(all.end(), counts.begin(), counts.end());
  }
  return all;
}

}  // namespace

outputs::ExplicitFeatures ngram_features(const kernels::Strings& strings,
                                         const std::vector<std::size_t>& orders, samples::Tokens tokens) {
  const samples::Alphabet alphabet({&strings}, tokens);
  std::vector<samples::NgramCounts> counts;
  std::map<std::string, arma::uword> column;
  for (const std::string& string : strings) {
    for (const auto& [ngram, count] : counts.emplace_back(counts_of(alphabet.packed(string), orders)))
      column.emplace(ngram, 0);
  }
  if (static_cast<double>(strings.size()) * static_cast<double>(column.size()) > kMostCounts)
    throw std::invalid_argument(fmt::format(
        "{} strings have {} different n-grams of {} {}, more counts than {}: shorter n-grams are fewer",
        strings.size(), column.size(), fmt::join(orders, ", "), samples::name_of(tokens), kMostCounts));
  outputs::ExplicitFeatures features{{}, {}, kBoundary, alphabet};
  for (auto& [ngram, number] : column) {
    number = features.ngrams.size();
    features.ngrams.push_back(ngram);
  }
  features.values.zeros(strings.size(), column.size());
  for (std::size_t i = 0; i < strings.size(); ++i) {
    for (const auto& [ngram, count] : counts[i]) features.values(i, column.at(ngram)) = count;
  }
  return features;
}

}  // namespace preimage::sequences
