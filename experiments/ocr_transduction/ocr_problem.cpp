#include "experiments/ocr_transduction/ocr_problem.hpp"

#include <map>
#include <string>

#include "preimage/samples/ngrams.hpp"

namespace preimage::experiments::ocr_transduction {

using namespace suite;

namespace {

constexpr char kBoundary = '#';

/// The rows of each word's letters.
samples::Offsets offsets_of(const data::OcrLetters& letters) {
  samples::Offsets offsets;
  for (const data::OcrWord& word : letters.words) offsets.append(word.text.size());
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

arma::mat ngram_counts(const std::vector<std::string>& texts, const std::vector<std::size_t>& orders,
                       std::vector<std::string>& ngrams) {
  std::map<std::string, arma::uword> column;
  for (const std::string& text : texts) {
    for (const auto& [ngram, count] : counts_of(text, orders)) column.emplace(ngram, 0);
  }
  for (auto& [ngram, number] : column) {
    number = ngrams.size();
    ngrams.push_back(ngram);
  }
  arma::mat F(texts.size(), ngrams.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const auto& [ngram, count] : counts_of(texts[i], orders)) F(i, column.at(ngram)) = count;
  }
  return F;
}

}  // namespace

validation::Problem problem_of(const data::OcrLetters& letters) {
  validation::Problem problem;
  problem.is_candidate.ones(letters.words.size());
  for (const data::OcrWord& word : letters.words) problem.output_strings.push_back(word.text);
  return problem;
}

void add_letters(validation::Problem& problem, const data::OcrLetters& letters, const LetterKernel& kernel) {
  const auto pixels = std::make_shared<const arma::mat>(letters.pixels);
  const auto block = [pixels, kernel](const arma::uvec& rows, const arma::uvec& columns) {
    return kernel->cross_gram(pixels->rows(rows), pixels->rows(columns));
  };
  problem.elements = validation::Elements{offsets_of(letters),
                                          validation::PairMatrix::by_block(kernel->diagonal(*pixels), block)};
}

void add_words(validation::Problem& problem, const data::OcrLetters& letters,
               const std::vector<WordKernel>& kernels, const std::vector<std::size_t>& orders) {
  const auto words = std::make_shared<const samples::VectorSequences>(
      samples::VectorSequences{letters.pixels, offsets_of(letters)});
  for (const WordKernel& kernel : kernels) {
    const auto block = [words, kernel](const arma::uvec& rows, const arma::uvec& columns) {
      return kernel->cross_gram(samples::select(*words, rows), samples::select(*words, columns));
    };
    const auto number = static_cast<double>(problem.input_kernels.size() + 1);
    problem.input_kernels.push_back(
        {{{"word_kernel", number}}, validation::PairMatrix::by_block(kernel->diagonal(*words), block)});
  }
  problem.output_ngrams = validation::NgramFeatures{{}, kBoundary};
  const auto F = std::make_shared<const arma::mat>(
      ngram_counts(problem.output_strings, orders, problem.output_ngrams->ngrams));
  problem.output_features = *F;
  problem.output_gram = validation::PairMatrix::by_block(
      arma::sum(arma::square(*F), 1), [F](const arma::uvec& rows, const arma::uvec& columns) {
        return arma::mat(F->rows(rows) * F->rows(columns).t());
      });
}

}  // namespace preimage::experiments::ocr_transduction
