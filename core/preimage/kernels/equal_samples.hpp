// Which samples are equal, by what they hold: kernel values tell only to rounding.
#pragma once

#include <armadillo>
#include <map>
#include <type_traits>
#include <vector>

#include "preimage/samples/sample_set.hpp"
#include "preimage/samples/vector_sequences.hpp"

namespace preimage::kernels {

/// Sample i as a value with an order; nothing to call for a type that has none.
template <class Samples>
auto sample_value(const Samples& samples, arma::uword i) -> decltype(samples[i]) {
  return samples[i];
}
inline std::vector<double> sample_value(const arma::mat& samples, arma::uword i) {
  return arma::conv_to<std::vector<double>>::from(samples.row(i));
}
inline std::vector<double> sample_value(const samples::VectorSequences& samples, arma::uword i) {
  if (samples.rows.length(i) == 0) return {};
  return arma::conv_to<std::vector<double>>::from(
      arma::vectorise(samples.elements.rows(samples.rows.span(i))));
}

template <class Samples>
concept OrderedSamples = requires(const Samples& samples) {
  sample_value(samples, 0) < sample_value(samples, 0);
};

/// The pairs of equal samples of two sets, which must outlive this. It numbers all samples, equal ones alike,
/// when it is first asked about a pair.
/// cost  O(n log n), then O(1)
template <class Samples>
class EqualSamples {
 public:
  EqualSamples(const Samples& a, const Samples& b) : a_(a), b_(b) {}
  /// Whether a_i and b_j are equal. Of a type without an order a sample is equal to itself alone.
  bool operator()(arma::uword i, arma::uword j) {
    if constexpr (OrderedSamples<Samples>) {
      if (numbers_of_a_.empty()) number_all();
      return numbers_of_a_[i] == numbers_of_b_[j];
    } else {
      return &a_ == &b_ && i == j;
    }
  }

 private:
  void number_all() {
    using samples::sample_count;
    std::map<std::decay_t<decltype(sample_value(a_, 0))>, arma::uword> seen;
    const auto number = [&](const Samples& samples, std::vector<arma::uword>& numbers) {
      for (arma::uword i = 0; i < sample_count(samples); ++i)
        numbers.push_back(seen.try_emplace(sample_value(samples, i), seen.size()).first->second);
    };
    number(a_, numbers_of_a_);
    if (&a_ == &b_)
      numbers_of_b_ = numbers_of_a_;
    else
      number(b_, numbers_of_b_);
  }

  const Samples &a_, &b_;
  std::vector<arma::uword> numbers_of_a_, numbers_of_b_;
};

/// Whether a_i and b_j are equal; false for a type without an order.
template <class Samples>
bool are_same(const Samples& a, arma::uword i, const Samples& b, arma::uword j) {
  if constexpr (OrderedSamples<Samples>) {
    return sample_value(a, i) == sample_value(b, j);
  } else {
    return false;
  }
}

/// A kernel value that is closer than this share to what equal samples would have: whether they are equal is
/// looked at. More than rounding, so it costs some looks and changes no value.
inline constexpr double kMaybeEqual = 1e-6;

}  // namespace preimage::kernels
