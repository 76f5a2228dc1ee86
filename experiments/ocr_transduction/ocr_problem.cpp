#include "experiments/ocr_transduction/ocr_problem.hpp"

#include "preimage/sequences/element_regression.hpp"

namespace preimage::experiments::ocr_transduction {

namespace {

/// The rows of each word's letters.
samples::Offsets offsets_of(const OcrLetters& letters) {
  samples::Offsets offsets;
  for (const OcrWord& word : letters.words) offsets.append(word.text.size());
  return offsets;
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
          kernels::Points::by_block<arma::mat>(kernel, std::make_shared<const arma::mat>(letters.pixels)),
          samples::Tokens::bytes, std::make_shared<sequences::SharedWork>()};
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

}  // namespace preimage::experiments::ocr_transduction
