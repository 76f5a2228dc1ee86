#include "preimage/sequences/ngram_language_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"

namespace preimage::sequences {

namespace {

void require_alphabet(const std::string& sorted) {
  if (sorted.empty()) throw NumericalError("n-gram model: no alphabet, expected at least 1 symbol");
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    throw NumericalError(
        fmt::format("n-gram model: the alphabet has {} twice", base::excerpt(std::string_view(&*twice, 1))));
  }
}

void require_smoothing(const NgramSmoothing& smoothing) {
  if (!std::isfinite(smoothing.delta) || smoothing.delta < 0.0) {
    throw NumericalError(fmt::format("n-gram model: delta is {}, expected 0 or more", smoothing.delta));
  }
  if (!std::isfinite(smoothing.unseen_log_probability)) {
    throw NumericalError(fmt::format("n-gram model: the log probability of unseen transitions is {}",
                                     smoothing.unseen_log_probability));
  }
}

/// B^{n-1}, with B^n within the limit.
std::size_t number_of_contexts(std::size_t events, std::size_t order) {
  if (order < 1) throw NumericalError("n-gram model of order 0, expected at least 1");
  std::size_t contexts = 1;
  for (std::size_t i = 1; i < order && contexts * events <= NgramLanguageModel::kMaxEntries; ++i) {
    contexts *= events;
  }
  if (contexts * events > NgramLanguageModel::kMaxEntries) {
    throw NumericalError(fmt::format("n-gram model of order {} over {} symbols: more than {} transitions",
                                     order, events - 1, NgramLanguageModel::kMaxEntries));
  }
  return contexts;
}

}  // namespace

NgramLanguageModel::NgramLanguageModel(const std::vector<std::string>& words, std::string alphabet,
                                       std::size_t order, const NgramSmoothing& smoothing)
    : alphabet_(std::move(alphabet)) {
  // Bytes, not chars, whose sign differs between machines.
  std::sort(alphabet_.begin(), alphabet_.end(), std::char_traits<char>::lt);
  require_alphabet(alphabet_);
  require_smoothing(smoothing);
  if (words.empty()) throw NumericalError("n-gram model: no training words");
  numbers_.fill(alphabet_.size());
  for (std::size_t s = 0; s < alphabet_.size(); ++s) numbers_[static_cast<unsigned char>(alphabet_[s])] = s;
  const std::size_t events = alphabet_.size() + 1;
  log_probabilities_.zeros(events, number_of_contexts(events, order));
  for (const std::string& word : words) count(word);
  normalise(smoothing);
}

std::size_t NgramLanguageModel::number_of(char symbol, std::string_view word) const {
  const std::size_t number = numbers_[static_cast<unsigned char>(symbol)];
  if (number < alphabet_.size()) return number;
  throw NumericalError(fmt::format("n-gram model: {} in {} is not in the alphabet {}",
                                   base::excerpt(std::string_view(&symbol, 1)), base::excerpt(word),
                                   base::excerpt(alphabet_)));
}

std::size_t NgramLanguageModel::next_context(std::size_t context, std::size_t symbol) const {
  return (context * log_probabilities_.n_rows + symbol) % log_probabilities_.n_cols;
}

void NgramLanguageModel::count(std::string_view word) {
  std::size_t context = begin_context();
  for (char symbol : word) {
    const std::size_t s = number_of(symbol, word);
    log_probabilities_(s, context) += 1.0;
    context = next_context(context, s);
  }
  log_probabilities_(alphabet_.size(), context) += 1.0;
}

void NgramLanguageModel::normalise(const NgramSmoothing& smoothing) {
  const double events = static_cast<double>(log_probabilities_.n_rows);
  log_probabilities_.each_col([&](arma::vec& column) {
    const double total = arma::accu(column) + smoothing.delta * events;
    for (double& entry : column) {
      const double mass = entry + smoothing.delta;
      entry = mass > 0.0 ? std::log(mass / total) : smoothing.unseen_log_probability;
    }
  });
}

double NgramLanguageModel::log_probability(std::string_view word) const {
  double sum = 0.0;
  std::size_t context = begin_context();
  for (char symbol : word) {
    const std::size_t s = number_of(symbol, word);
    sum += log_probabilities_(s, context);
    context = next_context(context, s);
  }
  return sum + log_probabilities_(alphabet_.size(), context);
}

}  // namespace preimage::sequences
