#include "preimage/sequences/viterbi.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::sequences {

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

/// Numbers 0, 1, ... for different values, in the order in which they are first seen.
template <class Value>
class Numbering {
 public:
  std::size_t operator()(const Value& value) {
    return numbers_.try_emplace(value, numbers_.size()).first->second;
  }
  std::size_t size() const { return numbers_.size(); }

 private:
  std::map<Value, std::size_t> numbers_;
};

using Numbers = std::vector<std::size_t>;

/// The number of each context's column: contexts with the same number have the same probabilities.
Numbers numbered_columns(const arma::mat& weighted) {
  Numbering<std::vector<double>> numbering;
  Numbers numbers;
  for (arma::uword c = 0; c < weighted.n_cols; ++c) {
    numbers.push_back(numbering(std::vector<double>(weighted.begin_col(c), weighted.end_col(c))));
  }
  return numbers;
}

}  // namespace

Viterbi::Viterbi(const arma::mat& log_probabilities, double weight) {
  require_table(log_probabilities);
  const arma::mat weighted = weight * log_probabilities;
  linalg::require_finite(weighted, "weighted log probabilities");
  n_symbols_ = weighted.n_rows - 1;
  merge_contexts(weighted);
  floor_ = arma::min(weighted_.head_rows(n_symbols_), 0);
  for (std::size_t k = 0; k < weighted_.n_cols; ++k) {
    for (std::size_t s = 0; s < n_symbols_; ++s) {
      if (weighted_(s, k) > floor_(k)) above_floor_.push_back({k, s, next_(s, fan_[k]), weighted_(s, k)});
    }
  }
}

/// States as in the minimisation of an automaton (Moore): first all contexts with equal columns are one;
/// those whose next states differ are split until none is. The context after c and s is (c B + s) mod
/// B^{n-1}, so the next states depend on c mod B^{n-2} alone, its fan.
void Viterbi::merge_contexts(const arma::mat& weighted) {
  const std::size_t contexts = weighted.n_cols, events = weighted.n_rows;
  const std::size_t n_fans = std::max<std::size_t>(1, contexts / events);
  const Numbers columns = numbered_columns(weighted);
  Numbers states = columns, fans(n_fans);
  std::size_t n_states = 0, n_states_before = 0, n_different_fans = 0;
  do {
    Numbering<Numbers> fan_numbers;
    for (std::size_t r = 0; r < n_fans; ++r) {
      Numbers next;
      for (std::size_t s = 0; s < n_symbols_; ++s) next.push_back(states[(r * events + s) % contexts]);
      fans[r] = fan_numbers(next);
    }
    Numbering<std::pair<std::size_t, std::size_t>> state_numbers;
    for (std::size_t c = 0; c < contexts; ++c) states[c] = state_numbers({columns[c], fans[c % n_fans]});
    n_different_fans = fan_numbers.size();
    n_states_before = std::exchange(n_states, state_numbers.size());
  } while (n_states != n_states_before);
  weighted_.set_size(events, n_states);
  next_.set_size(n_symbols_, n_different_fans);
  fan_.resize(n_states);
  for (std::size_t c = 0; c < contexts; ++c) {
    weighted_.col(states[c]) = weighted.col(c);
    fan_[states[c]] = fans[c % n_fans];
  }
  for (std::size_t r = 0; r < n_fans; ++r) {
    for (std::size_t s = 0; s < n_symbols_; ++s) next_(s, fans[r]) = states[(r * events + s) % contexts];
  }
  begin_ = states[contexts - 1];
}

/// values[k] = max_s (weight log P(s|k) + g(s) + following[state after k and s]). No symbol is below the
/// floor of its state, so the floor with the largest of the rest, which all states of one fan share, covers
/// every symbol that is on the floor and overrates none; the others are taken one by one. Addition rounds
/// monotonically, so this is the maximum to the last bit.
void Viterbi::fill_values(const double* g, const double* following, double* values) const {
  std::vector<double> largest(next_.n_cols);
  for (std::size_t f = 0; f < next_.n_cols; ++f) {
    const arma::uword* next = next_.colptr(f);
    largest[f] = g[0] + following[next[0]];
    for (std::size_t s = 1; s < n_symbols_; ++s) largest[f] = std::max(largest[f], g[s] + following[next[s]]);
  }
  for (std::size_t k = 0; k < fan_.size(); ++k) values[k] = floor_[k] + largest[fan_[k]];
  for (const Transition& transition : above_floor_) {
    double& value = values[transition.state];
    value = std::max(value, transition.weighted + (g[transition.symbol] + following[transition.next]));
  }
}

ViterbiPath Viterbi::decode(const arma::mat& scores) const {
  if (scores.n_cols != n_symbols_) {
    throw NumericalError(
        fmt::format("Viterbi: scores of {} symbols, expected {}", scores.n_cols, n_symbols_));
  }
  linalg::require_finite(scores, "scores of the positions");
  const arma::uword length = scores.n_rows;
  const arma::mat g = scores.t();
  // From the end to the beginning, so that the lowest symbol can be taken on the way forth.
  arma::mat values(fan_.size(), length + 1);  // column t: the best that positions t, t + 1, ... add
  values.col(length) = weighted_.row(n_symbols_).t();
  for (arma::uword t = length; t-- > 0;) {
    fill_values(g.colptr(t), values.colptr(t + 1), values.colptr(t));
  }
  ViterbiPath path{arma::uvec(length), values(begin_, 0)};
  std::size_t state = begin_;
  std::vector<double> totals(n_symbols_), errors(n_symbols_);
  for (arma::uword t = 0; t < length; ++t) {
    const arma::uword* next = next_.colptr(fan_[state]);
    for (std::size_t s = 0; s < n_symbols_; ++s) {
      const double model = weighted_(s, state), following = values(next[s], t + 1);
      totals[s] = model + (g(s, t) + following);
      errors[s] = base::kRoundingOfSums * (std::abs(model) + std::abs(g(s, t)) + std::abs(following));
    }
    path.symbols(t) = base::first_largest(totals, errors);
    state = next[path.symbols(t)];
  }
  return path;
}

}  // namespace preimage::sequences
