#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/peer.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/subsequence_dynamic_programme.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"

namespace preimage::experiments::benchmarks {

Benchmark make_subsequence_benchmark();  // called by the generated table

namespace {

using preimage::kernels::Strings;
using preimage::kernels::SubsequenceAlgorithm;
using preimage::kernels::SubsequenceKernel;

constexpr int kLength = 3;
constexpr double kDecay = 0.5;
constexpr int kRounds = 7;
constexpr double kTolerance = 1e-12;

Strings random_strings(std::size_t count, std::size_t length, std::size_t alphabet) {
  preimage::base::Random random(preimage::base::derive_seed({"subsequence-kernel"}));
  Strings strings(count);
  for (std::string& string : strings) {
    for (std::size_t j = 0; j < length; ++j) string += static_cast<char>('a' + random.below(alphabet));
  }
  return strings;
}

arma::mat scalar_gram(const Strings& strings) {
  arma::mat gram(strings.size(), strings.size());
  for (std::size_t i = 0; i < strings.size(); ++i) {
    for (std::size_t j = i; j < strings.size(); ++j) {
      const std::u32string s(strings[i].begin(), strings[i].end()), t(strings[j].begin(), strings[j].end());
      gram(i, j) = gram(j, i) = preimage::kernels::subsequence_kernel_scalar(s, t, kLength, kDecay);
    }
  }
  return gram;
}

struct Contender {
  std::string name;
  std::function<arma::mat()> gram;
};

int run_subsequence(std::ostream& out) {
  const Strings strings = random_strings(200, 100, 4);
  const SubsequenceKernel features(kLength, kDecay, SubsequenceAlgorithm::features);
  const SubsequenceKernel programme(kLength, kDecay, SubsequenceAlgorithm::dynamic_programme);
  const std::vector<Contender> contenders = {
      {"scalar dynamic programme", [&] { return scalar_gram(strings); }},
      {"dynamic programme in lanes", [&] { return programme.gram(strings); }},
      {"explicit features", [&] { return features.gram(strings); }},
  };
  std::vector<arma::mat> grams(contenders.size());
  std::vector<std::function<void()>> actions;
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    actions.emplace_back([&, c] { grams[c] = contenders[c].gram(); });
  }
  const std::vector<double> seconds = interleaved_seconds(actions, kRounds);
  out << fmt::format(
      "Gram matrix of 200 strings of 100 symbols out of 4, r = {}, lambda = {}, median of {}\n", kLength,
      kDecay, kRounds);
  out << fmt::format("{:<28}{:>12}{:>10}{:>24}\n", "algorithm", "seconds", "ratio", "relative difference");
  bool agree = true;
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    // Relative to each entry, since small kernel values must be right as well.
    const double difference = largest_relative_difference(grams[c].as_col(), grams[0].as_col());
    agree = agree && difference <= kTolerance;  // false for NaN
    out << fmt::format("{:<28}{:>12.6f}{:>10.1f}{:>24.1e}\n", contenders[c].name, seconds[c],
                       seconds[0] / seconds[c], difference);
  }
  if (!agree) out << fmt::format("The results differ by more than {}.\n", kTolerance);
  return agree ? 0 : 3;
}

}  // namespace

Benchmark make_subsequence_benchmark() {
  return {"subsequence-kernel", "string subsequence kernel: explicit features and lanes against scalar code",
          run_subsequence};
}

}  // namespace preimage::experiments::benchmarks
