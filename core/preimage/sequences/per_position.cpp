#include "preimage/sequences/per_position.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::sequences {

namespace {

constexpr int kPad = -1;

/// `count` of the entries of `tied`, at random, to its front.
void draw_to_front(std::vector<std::size_t>& tied, std::size_t count, base::Random& random) {
  for (std::size_t i = 0; i < count; ++i) std::swap(tied[i], tied[i + random.below(tied.size() - i)]);
}

/// The same with distances that differ by rounding made equal. Ties between embeddings are real (strings of
/// one repeated symbol have the same unit-norm embedding whatever their length), and a last bit must not
/// break them.
arma::vec with_ties_joined(arma::vec distances) {
  linalg::require_finite(distances, "embedding distances");  // NaN has no place in an order
  if (distances.is_empty()) return distances;
  const arma::uvec order = arma::stable_sort_index(distances);
  const double median = std::abs(distances(order(order.n_elem / 2)));
  for (arma::uword i = 1; i < order.n_elem; ++i) {
    const double below = distances(order(i - 1)), distance = distances(order(i));
    if (distance - below <= 1e-10 * (std::abs(distance) + median)) distances(order(i)) = below;
  }
  return distances;
}

}  // namespace

PerPosition::PerPosition(const std::vector<std::string>& inputs, std::vector<std::string> outputs,
                         const PerPositionOptions& options)
    : options_(options), outputs_(std::move(outputs)) {
  if (options.window % 2 == 0) {
    throw NumericalError(fmt::format("window is {}, expected an odd number >= 1", options.window));
  }
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    inputs_.push_back(padded(inputs[s], outputs_[s].size()));
    symbols_ += outputs_[s];
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
  Symbols symbols(std::max(input.size(), length) + 2 * half, kPad);
  for (std::size_t i = 0; i < input.size(); ++i) symbols[half + i] = static_cast<unsigned char>(input[i]);
  return symbols;
}

void PerPosition::fill_distances(const Symbols& query, std::size_t position,
                                 const arma::vec& embedding_distances, std::vector<double>& distances) const {
  distances.clear();
  for (std::size_t s = 0; s < outputs_.size(); ++s) {
    for (std::size_t p = 0; p < outputs_[s].size(); ++p) {
      int differ = 0;
      for (std::size_t w = 0; w < options_.window; ++w) {
        differ += query[position + w] != inputs_[s][p + w] ? 1 : 0;
      }
      distances.push_back(2.0 * options_.window_weight * differ + embedding_distances(s));
    }
  }
}

char PerPosition::vote(const std::vector<double>& distances, base::Random& random) const {
  std::vector<double> sorted = distances;
  const auto kth = sorted.begin() + static_cast<std::ptrdiff_t>(options_.k - 1);
  std::nth_element(sorted.begin(), kth, sorted.end());
  std::array<std::size_t, 256> votes{};
  std::vector<std::size_t> tied;
  std::size_t closer = 0;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (distances[i] == *kth) tied.push_back(i);
    if (!(distances[i] < *kth)) continue;
    ++closer;
    ++votes[static_cast<unsigned char>(symbols_[i])];
  }
  const std::size_t admitted = options_.ties == Ties::all_tied ? tied.size() : options_.k - closer;
  if (options_.ties == Ties::random) draw_to_front(tied, admitted, random);
  for (std::size_t i = 0; i < admitted; ++i) ++votes[static_cast<unsigned char>(symbols_[tied[i]])];
  return static_cast<char>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

std::string PerPosition::decode(std::string_view input, std::size_t length,
                                const arma::vec& embedding_distances, base::Random& random) const {
  const arma::vec joined = with_ties_joined(embedding_distances);
  const Symbols query = padded(input, length);
  std::string output;
  std::vector<double> distances;
  for (std::size_t p = 0; p < length; ++p) {
    fill_distances(query, p, joined, distances);
    output += vote(distances, random);
  }
  return output;
}

std::size_t PerPosition::predicted_length(const arma::vec& embedding_distances) const {
  if (options_.k > outputs_.size()) {
    throw NumericalError(
        fmt::format("{} neighbours asked for among {} training strings", options_.k, outputs_.size()));
  }
  const arma::uvec order = arma::stable_sort_index(with_ties_joined(embedding_distances));
  std::vector<std::size_t> lengths;
  for (std::size_t i = 0; i < options_.k; ++i) lengths.push_back(outputs_[order(i)].size());
  const auto median = lengths.begin() + static_cast<std::ptrdiff_t>((options_.k - 1) / 2);
  std::nth_element(lengths.begin(), median, lengths.end());
  return *median;
}

}  // namespace preimage::sequences
