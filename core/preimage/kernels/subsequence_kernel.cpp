#include "preimage/kernels/subsequence_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/subsequence_dynamic_programme.hpp"

namespace preimage::kernels {

namespace {

// In units of one cell of one level in lanes (0.13 ns where this was measured; strings of 10 to 100 symbols,
// alphabets of 2 to 26, r of 2 to 8).
constexpr double kCostOfPrefix = 10.0;  // one prefix at one symbol of a string
constexpr double kCostOfEntry = 10.0;   // one entry of the feature matrix, written once
constexpr double kCostOfProduct = 0.5;  // one multiply-add of the matrix product
constexpr double kCostOfScalarCell = 10.0;

using Numbered = std::vector<std::u32string>;  // strings of numbered symbols

Numbered numbered(const Strings& samples, const samples::Alphabet& alphabet) {
  Numbered result;
  for (const std::string& sample : samples) result.push_back(alphabet.numbers_of(sample));
  return result;
}

/// Up to kLanes strings on one side of as many pairs.
struct Batch {
  Batch(std::vector<std::u32string_view> members, Side side)
      : strings(std::move(members)), lanes(lanes_of(strings, side)) {}
  std::vector<std::u32string_view> strings;
  LaneStrings lanes;
};

class DynamicProgramme {
 public:
  DynamicProgramme(int length, double decay) : length_(length), decay_(decay) {}

  LaneRow operator()(const Batch& s, const Batch& t) const {
    if (length_ <= kMaxLaneLength) return subsequence_kernel_lanes(s.lanes, t.lanes, length_, decay_, set_);
    LaneRow values;
    for (std::size_t l = 0; l < t.strings.size(); ++l) {
      values.lane[l] = subsequence_kernel_scalar(s.strings[l], t.strings[l], length_, decay_);
    }
    return values;
  }

 private:
  int length_;
  double decay_;
  InstructionSet set_ = best_instruction_set();
};

/// The samples' numbers, shortest sample first: lanes of like length waste few cells on padding.
std::vector<std::size_t> by_length(const Numbered& samples) {
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return samples[i].size() < samples[j].size(); });
  return order;
}

std::vector<Batch> batches_of(const Numbered& samples, const std::vector<std::size_t>& order, Side side) {
  std::vector<Batch> batches;
  for (std::size_t begin = 0; begin < order.size(); begin += kLanes) {
    std::vector<std::u32string_view> members;
    for (std::size_t i = begin; i < std::min(begin + kLanes, order.size()); ++i) {
      members.emplace_back(samples[order[i]]);
    }
    batches.emplace_back(std::move(members), side);
  }
  return batches;
}

Batch repeated(const std::u32string& sample) {
  return Batch(std::vector<std::u32string_view>(kLanes, sample), Side::s);
}

arma::mat programmed_cross_gram(const Numbered& a, const Numbered& b, const DynamicProgramme& programme) {
  const std::vector<std::size_t> order = by_length(b);
  const std::vector<Batch> batches = batches_of(b, order, Side::t);
  arma::mat gram(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Batch s = repeated(a[i]);
    for (std::size_t j = 0; j < b.size(); j += kLanes) {
      const LaneRow values = programme(s, batches[j / kLanes]);
      for (std::size_t l = 0; l < kLanes && j + l < b.size(); ++l) gram(i, order[j + l]) = values.lane[l];
    }
  }
  return gram;
}

/// Each pair once: position i of the order against the batches from its own on.
arma::mat programmed_gram(const Numbered& a, const DynamicProgramme& programme) {
  const std::vector<std::size_t> order = by_length(a);
  const std::vector<Batch> batches = batches_of(a, order, Side::t);
  arma::mat gram(a.size(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Batch s = repeated(a[order[i]]);
    for (std::size_t j = i - i % kLanes; j < a.size(); j += kLanes) {
      const LaneRow values = programme(s, batches[j / kLanes]);
      for (std::size_t k = std::max(i, j); k < std::min(j + kLanes, a.size()); ++k) {
        gram(order[i], order[k]) = gram(order[k], order[i]) = values.lane[k - j];
      }
    }
  }
  return gram;
}

arma::vec programmed_diagonal(const Numbered& a, const DynamicProgramme& programme) {
  const std::vector<std::size_t> order = by_length(a);
  const std::vector<Batch> s = batches_of(a, order, Side::s);
  const std::vector<Batch> t = batches_of(a, order, Side::t);
  arma::vec diagonal(a.size());
  for (std::size_t i = 0; i < a.size(); i += kLanes) {
    const LaneRow values = programme(s[i / kLanes], t[i / kLanes]);
    for (std::size_t l = 0; l < kLanes && i + l < a.size(); ++l) diagonal(order[i + l]) = values.lane[l];
  }
  return diagonal;
}

double total_length(const Numbered& samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0, [](double sum, const std::u32string& sample) {
    return sum + static_cast<double>(sample.size());
  });
}

}  // namespace

SubsequenceKernel::SubsequenceKernel(int length, double decay, SubsequenceAlgorithm algorithm,
                                     samples::Tokens tokens)
    : length_(length), decay_(decay), algorithm_(algorithm), tokens_(tokens) {
  if (length < 1 || length > kMaxLength) {
    throw NumericalError(
        fmt::format("subsequence kernel: length is {}, expected 1 to {}", length, kMaxLength));
  }
  if (!(decay > 0.0 && decay <= 1.0)) {
    throw NumericalError(fmt::format("subsequence kernel: decay is {}, expected > 0 and <= 1", decay));
  }
  if (std::pow(decay, 2 * length) < std::numeric_limits<double>::min()) {
    throw NumericalError(
        fmt::format("subsequence kernel: decay {} to the power 2 x {} underflows", decay, length));
  }
}

SubsequenceAlgorithm SubsequenceKernel::algorithm_for(const Strings& a, const Strings& b) const {
  const samples::Alphabet alphabet({&a, &b}, tokens_);
  return algorithm_for(numbered(a, alphabet), numbered(b, alphabet), alphabet.size());
}

SubsequenceAlgorithm SubsequenceKernel::algorithm_for(const Numbered& a, const Numbered& b,
                                                      std::size_t alphabet) const {
  if (algorithm_ == SubsequenceAlgorithm::dynamic_programme) return algorithm_;
  const auto symbols = static_cast<double>(alphabet);
  const auto rows = static_cast<double>(a.size());
  const auto columns = static_cast<double>(b.size());
  const double n_features = std::pow(symbols, length_);  // in double: 256^32 overflows every integer
  const bool fits = (rows + columns) * n_features <= kMaxFeatureEntries;
  if (algorithm_ == SubsequenceAlgorithm::features) {
    if (fits) return algorithm_;
    throw std::invalid_argument(
        fmt::format("subsequence kernel: algorithm features needs {} x {} entries, more than {}; use "
                    "dynamic_programme",
                    n_features, rows + columns, kMaxFeatureEntries));
  }
  const double prefixes = std::pow(symbols, length_ - 1);
  const double feature_cost = kCostOfPrefix * prefixes * (total_length(a) + total_length(b)) +
                              kCostOfEntry * n_features * (rows + columns) +
                              kCostOfProduct * n_features * rows * columns;
  const double cell_cost = length_ <= kMaxLaneLength ? 1.0 : kCostOfScalarCell;
  const double programme_cost = cell_cost * length_ * total_length(a) * total_length(b);
  return fits && feature_cost <= programme_cost ? SubsequenceAlgorithm::features
                                                : SubsequenceAlgorithm::dynamic_programme;
}

arma::mat SubsequenceKernel::cross_gram(const Strings& a, const Strings& b) const {
  const samples::Alphabet alphabet({&a, &b}, tokens_);
  const Numbered s = numbered(a, alphabet), t = numbered(b, alphabet);
  if (algorithm_for(s, t, alphabet.size()) == SubsequenceAlgorithm::dynamic_programme) {
    return programmed_cross_gram(s, t, DynamicProgramme(length_, decay_));
  }
  return subsequence_features(s, alphabet.size(), length_, decay_).t() *
         subsequence_features(t, alphabet.size(), length_, decay_);
}

arma::mat SubsequenceKernel::gram(const Strings& a) const {
  const samples::Alphabet alphabet({&a}, tokens_);
  const Numbered s = numbered(a, alphabet);
  if (algorithm_for(s, s, alphabet.size()) == SubsequenceAlgorithm::dynamic_programme) {
    return programmed_gram(s, DynamicProgramme(length_, decay_));
  }
  const arma::mat columns = subsequence_features(s, alphabet.size(), length_, decay_);
  return arma::symmatu(columns.t() * columns);
}

arma::vec SubsequenceKernel::diagonal(const Strings& a) const {
  const samples::Alphabet alphabet({&a}, tokens_);
  const Numbered s = numbered(a, alphabet);
  if (algorithm_for(s, s, alphabet.size()) == SubsequenceAlgorithm::dynamic_programme) {
    return programmed_diagonal(s, DynamicProgramme(length_, decay_));
  }
  return arma::sum(arma::square(subsequence_features(s, alphabet.size(), length_, decay_)), 0).t();
}

std::optional<FeatureMap<Strings>> SubsequenceKernel::feature_map(const Strings& training) const {
  if (algorithm_for(training, training) == SubsequenceAlgorithm::dynamic_programme) return std::nullopt;
  return [alphabet = samples::Alphabet({&training}, tokens_), length = length_,
          decay = decay_](const Strings& a) {
    return arma::mat(subsequence_features(numbered(a, alphabet), alphabet.size(), length, decay).t());
  };
}

namespace {

/// Adds to `features` (alphabet^length entries, zero) the sums over all occurrences in `sample`, each
/// weighted lambda^(l(i) - r). levels[p] holds the alphabet^p prefixes of length p; levels[0] = {1} never
/// decays, since a first symbol follows nothing.
void accumulate(const std::u32string& sample, std::size_t alphabet, double decay,
                std::vector<std::vector<double>>& levels, double* features) {
  for (std::size_t p = 1; p < levels.size(); ++p) std::fill(levels[p].begin(), levels[p].end(), 0.0);
  for (const std::size_t c : sample) {
    if (c >= alphabet) {  // it only makes gaps longer
      for (std::size_t p = levels.size() - 1; p >= 1; --p) {
        for (double& weight : levels[p]) weight *= decay;
      }
      continue;
    }
    const std::vector<double>& longest = levels.back();
    double* ending_here = features + c * longest.size();
    for (std::size_t u = 0; u < longest.size(); ++u) ending_here[u] += longest[u];
    for (std::size_t p = levels.size() - 1; p >= 1; --p) {  // downwards: level p reads the old level p - 1
      for (double& weight : levels[p]) weight *= decay;
      double* extended = levels[p].data() + c * levels[p - 1].size();
      for (std::size_t u = 0; u < levels[p - 1].size(); ++u) extended[u] += levels[p - 1][u];
    }
  }
}

}  // namespace

arma::mat subsequence_features(const Numbered& samples, std::size_t alphabet, int length, double decay) {
  std::vector<std::vector<double>> levels;
  std::size_t prefixes = 1;
  for (int p = 0; p < length; ++p) {
    levels.emplace_back(prefixes, 1.0);
    prefixes *= alphabet;
  }
  arma::mat features(prefixes, samples.size(), arma::fill::zeros);
  if (features.is_empty()) return features;  // no sample has a symbol
  for (std::size_t i = 0; i < samples.size(); ++i) {
    accumulate(samples[i], alphabet, decay, levels, features.colptr(i));
  }
  features *= std::pow(decay, length);
  return features;
}

}  // namespace preimage::kernels
