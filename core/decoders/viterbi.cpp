#include "decoders/viterbi.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/error.hpp"
#include "linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

void require_table(const arma::mat& table) {
  const arma::uword events = table.n_rows;
  arma::uword contexts = 1;
  while (events >= 2 && contexts < table.n_cols) contexts *= events;
  if (events < 2 || contexts != table.n_cols) {
    throw NumericalError(
        fmt::format("Viterbi: a table of {} events and {} contexts, expected B >= 2 and a power of B", events,
                    table.n_cols));
  }
}

}  // namespace

Viterbi::Viterbi(const arma::mat& log_probabilities, double weight) : weighted_(weight * log_probabilities) {
  require_table(weighted_);
  linalg::require_finite(weighted_, "weighted log probabilities");
  n_symbols_ = weighted_.n_rows - 1;
  n_suffixes_ = std::max<std::size_t>(1, weighted_.n_cols / weighted_.n_rows);
  floor_ = arma::min(weighted_.head_rows(n_symbols_), 0).t();
  for (std::size_t c = 0; c < weighted_.n_cols; ++c) {
    for (std::size_t s = 0; s < n_symbols_; ++s) {
      if (weighted_(s, c) <= floor_(c)) continue;
      above_floor_.push_back({c, (c % n_suffixes_) * weighted_.n_rows + s, weighted_(s, c)});
    }
  }
}

/// gains[r B + s] = g(t, s) + the value of what follows, after a context that ends in the n-2 symbols r and
/// symbol s. That is the number of the new context, or 0 for n = 1. No symbol is the end: -infinity.
void Viterbi::fill_gains(const arma::mat& scores, arma::uword position, const double* values,
                         arma::vec& gains) const {
  arma::vec row(n_symbols_ + 1);
  row.head(n_symbols_) = scores.row(position).t();
  row(n_symbols_) = -std::numeric_limits<double>::infinity();
  const std::size_t stride = weighted_.n_cols == 1 ? 0 : 1;
  for (std::size_t r = 0; r < n_suffixes_; ++r) {
    const std::size_t first = r * row.n_elem;
    for (std::size_t s = 0; s < row.n_elem; ++s) {
      gains[first + s] = row[s] + values[stride * (first + s)];
    }
  }
}

/// values[c] = max_s (weight log P(s|c) + gain of s after c). No symbol is below the floor of its context, so
/// the floor with the largest gain, which all contexts of one suffix share, covers every symbol that is on
/// the floor and overrates none; the others are taken one by one. Addition rounds monotonically: equal in
/// bits.
void Viterbi::fill_values(const arma::vec& gains, double* values) const {
  const std::size_t events = n_symbols_ + 1;
  arma::vec largest(n_suffixes_);
  for (std::size_t r = 0; r < n_suffixes_; ++r) {
    largest[r] = *std::max_element(gains.begin() + r * events, gains.begin() + (r + 1) * events);
  }
  for (std::size_t first = 0; first < weighted_.n_cols; first += n_suffixes_) {
    for (std::size_t r = 0; r < n_suffixes_; ++r) values[first + r] = floor_[first + r] + largest[r];
  }
  for (const Transition& transition : above_floor_) {
    double& value = values[transition.context];
    value = std::max(value, transition.weighted + gains[transition.gain]);
  }
}

ViterbiPath Viterbi::decode(const arma::mat& scores) const {
  if (scores.n_cols != n_symbols_) {
    throw NumericalError(
        fmt::format("Viterbi: scores of {} symbols, expected {}", scores.n_cols, n_symbols_));
  }
  linalg::require_finite(scores, "scores of the positions");
  const arma::uword length = scores.n_rows;
  const std::size_t events = n_symbols_ + 1, begin = weighted_.n_cols - 1;
  // From the end to the beginning, so that the lowest symbol can be taken on the way forth.
  arma::mat values(weighted_.n_cols, length + 1);  // column t: the best that positions t, t + 1, ... add
  values.col(length) = weighted_.row(n_symbols_).t();
  arma::mat gains(n_suffixes_ * events, length);
  for (arma::uword t = length; t-- > 0;) {
    arma::vec gains_here(gains.colptr(t), gains.n_rows, false, true);
    fill_gains(scores, t, values.colptr(t + 1), gains_here);
    fill_values(gains_here, values.colptr(t));
  }
  ViterbiPath path{arma::uvec(length), values(begin, 0)};
  std::size_t context = begin;
  for (arma::uword t = 0; t < length; ++t) {
    const std::size_t first = (context % n_suffixes_) * events;
    const arma::vec totals = weighted_.col(context) + gains(arma::span(first, first + n_symbols_), t);
    path.symbols(t) = totals.index_max();  // the first of equals; never the end, whose gain is -infinity
    context = (context * events + path.symbols(t)) % weighted_.n_cols;
  }
  return path;
}

}  // namespace preimage::decoders
