#include "preimage/sequences/per_position.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::sequences {

namespace {

constexpr int kPad = -1;

/// `count` of the entries of `tied`, at random, to its front.
void draw_to_front(std::vector<std::size_t>& tied, std::size_t count, base::Random& random) {
  for (std::size_t i = 0; i < count; ++i) std::swap(tied[i], tied[i + random.below(tied.size() - i)]);
}

/// throws  NumericalError for a distance that is no number: it has no place in an order
arma::vec errors_of(const arma::vec& distances, const arma::vec& errors) {
  linalg::require_finite(distances, "embedding distances");
  return errors.is_empty() ? arma::vec(base::kRoundingOfSums * arma::abs(distances)) : errors;
}

}  // namespace

PerPosition::PerPosition(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                         const PerPositionOptions& options)
    : options_(options),
      input_alphabet_({&inputs}, options.tokens),
      output_alphabet_({&outputs}, options.tokens) {
  if (options.window % 2 == 0) {
    throw NumericalError(fmt::format("window is {}, expected an odd number >= 1", options.window));
  }
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    std::u32string& output = outputs_.emplace_back(output_alphabet_.numbers_of(outputs[s]));
    const std::size_t of_input = samples::cut(inputs[s], options.tokens).size();
    most_longer_ = std::max(most_longer_, std::max(output.size(), of_input) - of_input);
    if (options.has_stop) output += static_cast<char32_t>(output_alphabet_.size());
    inputs_.push_back(padded(inputs[s], outputs_[s].size()));
    symbols_ += outputs_[s];
    strings_.insert(strings_.end(), outputs_[s].size(), s);
  }
  if (options.k < 1 || options.k > symbols_.size()) {
    throw NumericalError(
        fmt::format("{} neighbours asked for among {} training positions", options.k, symbols_.size()));
  }
}

/// The input with half a window of padding in front, and so much behind that every position below `length`
/// has a window.
PerPosition::Symbols PerPosition::padded(std::string_view input, std::size_t length) const {
  const std::size_t half = options_.window / 2;
  const std::u32string numbers = input_alphabet_.numbers_of(input);
  Symbols symbols(std::max(numbers.size(), length) + 2 * half, kPad);
  for (std::size_t i = 0; i < numbers.size(); ++i) symbols[half + i] = static_cast<int>(numbers[i]);
  return symbols;
}

void PerPosition::fill_distances(const Symbols& query, std::size_t position,
                                 const arma::vec& embedding_distances, std::vector<double>& distances) const {
  distances.resize(symbols_.size());
  std::size_t i = 0;
  for (std::size_t s = 0; s < outputs_.size(); ++s) {
    const int* input = inputs_[s].data();
    for (std::size_t p = 0; p < outputs_[s].size(); ++p, ++i) {
      int differ = 0;
      for (std::size_t w = 0; w < options_.window; ++w) differ += query[position + w] != input[p + w] ? 1 : 0;
      distances[i] = 2.0 * options_.window_weight * differ + embedding_distances(s);
    }
  }
}

char32_t PerPosition::vote(const std::vector<double>& distances, const arma::vec& errors,
                           base::Random& random) const {
  std::vector<double> nearest(options_.k);
  std::partial_sort_copy(distances.begin(), distances.end(), nearest.begin(), nearest.end());
  const double kth = nearest.back();
  const auto last = std::find(distances.begin(), distances.end(), kth) - distances.begin();
  const double own = errors(strings_[static_cast<std::size_t>(last)]) + base::kRoundingOfSums * kth;
  const double beyond = (kth + own + errors.max()) * (1.0 + 2.0 * base::kRoundingOfSums);
  std::vector<std::size_t> votes(output_alphabet_.size() + 1, 0);  // the last is the stop's
  std::vector<std::size_t> tied;
  std::size_t closer = 0;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (distances[i] > beyond) continue;
    const double rounding = own + errors(strings_[i]) + base::kRoundingOfSums * distances[i];
    if (std::abs(distances[i] - kth) <= rounding) tied.push_back(i);
    if (!(distances[i] < kth - rounding)) continue;
    ++closer;
    ++votes[symbols_[i]];
  }
  const std::size_t admitted = options_.ties == Ties::all_tied ? tied.size() : options_.k - closer;
  if (options_.ties == Ties::random) draw_to_front(tied, admitted, random);
  for (std::size_t i = 0; i < admitted; ++i) ++votes[symbols_[tied[i]]];
  return static_cast<char32_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

std::string PerPosition::decode(std::string_view input, std::size_t length,
                                const arma::vec& embedding_distances, base::Random& random,
                                const arma::vec& errors) const {
  const arma::vec own = errors_of(embedding_distances, errors);
  if (options_.has_stop) length = samples::cut(input, options_.tokens).size() + most_longer_;
  const Symbols query = padded(input, length);
  std::u32string output;
  std::vector<double> distances;
  for (std::size_t p = 0; p < length; ++p) {
    fill_distances(query, p, embedding_distances, distances);
    const char32_t symbol = vote(distances, own, random);
    if (symbol == output_alphabet_.size()) break;
    output += symbol;
  }
  return output_alphabet_.text_of(output);
}

std::size_t PerPosition::predicted_length(const arma::vec& embedding_distances,
                                          const arma::vec& errors) const {
  if (options_.k > outputs_.size()) {
    throw NumericalError(
        fmt::format("{} neighbours asked for among {} training strings", options_.k, outputs_.size()));
  }
  const arma::vec own = errors_of(embedding_distances, errors);
  std::vector<std::size_t> lengths;
  for (const std::size_t s :
       base::smallest_in_order({embedding_distances.memptr(), embedding_distances.n_elem},
                               {own.memptr(), own.n_elem}, options_.k))
    lengths.push_back(outputs_[s].size());
  const auto median = lengths.begin() + static_cast<std::ptrdiff_t>((options_.k - 1) / 2);
  std::nth_element(lengths.begin(), median, lengths.end());
  return *median;
}

}  // namespace preimage::sequences
