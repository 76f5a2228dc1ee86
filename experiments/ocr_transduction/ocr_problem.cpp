#include "experiments/ocr_transduction/ocr_problem.hpp"

#include <map>
#include <string>

#include "preimage/samples/ngrams.hpp"

namespace preimage::experiments::ocr_transduction {

namespace {

constexpr char kBoundary = '#';

/// The rows of each word's letters.
samples::Offsets offsets_of(const OcrLetters& letters) {
  samples::Offsets offsets;
  for (const OcrWord& word : letters.words) offsets.append(word.text.size());
  return offsets;
}

samples::NgramCounts counts_of(const std::string& text, const std::vector<std::size_t>& orders) {
  samples::NgramCounts all;
  for (const std::size_t order : orders) {
    const auto counts = samples::count_ngrams(samples::with_boundary(text, order, kBoundary), order);
    all.insert(all.end(), counts.begin(), counts.end());
  }
  return all;
}

}  // namespace

samples::DataSet words_of(const OcrLetters& letters) {
  kernels::Strings texts;
  for (const OcrWord& word : letters.words) texts.push_back(word.text);
  const samples::SampleSet words(texts.size());
  return {words, words.with(std::move(texts))};
}

sequences::Elements letters_of(const OcrLetters& letters, const LetterKernel& kernel) {
  return {offsets_of(letters),
          kernels::Points::by_block<arma::mat>(kernel, std::make_shared<const arma::mat>(letters.pixels))};
}

kernels::KernelChoices word_choices(const OcrLetters& letters, const std::vector<WordKernel>& kernels) {
  const auto words = std::make_shared<const samples::VectorSequences>(
      samples::VectorSequences{letters.pixels, offsets_of(letters)});
  // Of one kernel the Gram matrix is held, for all folds and learners read it; several would take as much
  // memory each.
  const auto points = kernels.size() == 1 ? kernels::Points::of<samples::VectorSequences>
                                          : kernels::Points::by_block<samples::VectorSequences>;
  kernels::KernelChoices choices;
  for (const WordKernel& kernel : kernels) {
    const auto number = static_cast<double>(choices.kernels.size() + 1);
    choices.kernels.push_back({{{"word_kernel", number}}, points(kernel, words)});
  }
  return choices;
}

outputs::ExplicitFeatures ngram_features(const std::vector<std::string>& texts,
                                         const std::vector<std::size_t>& orders) {
  std::map<std::string, arma::uword> column;
  for (const std::string& text : texts) {
    for (const auto& [ngram, count] : counts_of(text, orders)) column.emplace(ngram, 0);
  }
  outputs::ExplicitFeatures features{{}, {}, kBoundary};
  for (auto& [ngram, number] : column) {
    number = features.ngrams.size();
    features.ngrams.push_back(ngram);
  }
  features.values.zeros(texts.size(), column.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const auto& [ngram, count] : counts_of(texts[i], orders))
      features.values(i, column.at(ngram)) = count;
  }
  return features;
}

}  // namespace preimage::experiments::ocr_transduction
