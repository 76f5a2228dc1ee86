// Every row of every kernel table, built from its example, must be a kernel.
#include "suite/registry/kernel_table.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"
#include "preimage/samples/testing_sequences.hpp"
#include "suite/registry/testing_kernel_properties.hpp"
#include "suite/registry/testing_notations.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

using preimage::base::Random;
using preimage::suite::ConfigError;
using namespace preimage::testing;
namespace kernels = preimage::kernels;
namespace registry = preimage::suite::registry;
namespace samples = preimage::samples;

namespace {

constexpr std::size_t kSamples =
    preimage::testing::kTexts;  // the first has zero norm where the type has such a sample

template <class Samples>
Samples toy_samples();

template <>
kernels::Vectors toy_samples() {
  arma::mat X = preimage::testing::gaussian_matrix(kSamples, 4, 1);
  X.row(0).zeros();
  return X;
}

template <>
kernels::Strings toy_samples() {
  return preimage::testing::texts_in("");
}

template <>
kernels::StringPairs toy_samples() {
  Random random(5);
  kernels::StringPairs pairs;
  for (const std::string& input : toy_samples<kernels::Strings>()) {
    std::string output;
    for (std::size_t j = 0; j < input.size(); ++j) output += static_cast<char>('1' + random.below(2));
    pairs.push_back({input, output});
  }
  return pairs;
}

template <>
kernels::Labels toy_samples() {
  Random random(3);
  kernels::Labels labels(kSamples);
  for (int& label : labels) label = static_cast<int>(random.below(5)) - 2;
  return labels;
}

template <>
kernels::LabelSets toy_samples() {
  Random random(4);
  kernels::LabelSets sets(kSamples);
  for (std::size_t i = 1; i < kSamples; ++i) {
    for (int label = 0; label < 6; ++label) {
      if (random.below(2) == 0) sets[i].insert(label);
    }
  }
  return sets;
}

template <>
samples::VectorSequences toy_samples() {
  Random random(6);
  std::vector<arma::uword> lengths(kSamples);
  for (std::size_t i = 1; i < kSamples; ++i) lengths[i] = random.below(7);
  return samples::gaussian_sequences(lengths, 4, 7);
}

template <>
samples::Table toy_samples() {
  return {{{"s", toy_samples<kernels::Strings>()}, {"a", toy_samples<kernels::Vectors>()}}};
}

template <class Samples>
Samples toy_samples_for(const registry::KernelRow<Samples>& row) {
  Samples samples = toy_samples<Samples>();
  if constexpr (std::is_same_v<Samples, kernels::Vectors>) {
    if (row.non_negative) samples = arma::clamp(samples, 0.0, arma::datum::inf);
  }
  if constexpr (std::is_same_v<Samples, kernels::Strings>)
    samples = preimage::testing::texts_in(row.notation);
  return samples;
}

}  // namespace

TEST_CASE_TEMPLATE("every row of the kernel table is a kernel", Samples, kernels::Vectors, kernels::Strings,
                   kernels::StringPairs, kernels::Labels, kernels::LabelSets, samples::VectorSequences,
                   samples::Table) {
  for (const auto& row : registry::kernel_table<Samples>()) {
    CAPTURE(row.example);
    const Samples samples = toy_samples_for(row);
    check_is_kernel(*kernel_of<Samples>(row.example), samples);
    check_normalised(row.example, samples);
  }
}

TEST_CASE("a row that says so, and no other, refuses vectors with an entry below 0") {
  const auto samples = toy_samples<kernels::Vectors>();
  for (const auto& row : registry::kernel_table<kernels::Vectors>()) {
    CAPTURE(row.example);
    const auto kernel = kernel_of<kernels::Vectors>(row.example);
    if (row.non_negative) {
      CHECK_THROWS_AS(kernel->gram(samples), std::invalid_argument);
    } else {
      CHECK_NOTHROW(kernel->gram(samples));
    }
  }
}

TEST_CASE("a row that names a notation, and no other, refuses strings that are not written in it") {
  for (const auto& row : registry::kernel_table<kernels::Strings>()) {
    CAPTURE(row.example);
    const auto kernel = kernel_of<kernels::Strings>(row.example);
    if (row.notation.empty()) {
      CHECK_NOTHROW(kernel->gram(toy_samples<kernels::Strings>()));
    } else {
      CHECK_THROWS_AS(kernel->gram(toy_samples<kernels::Strings>()), std::invalid_argument);
    }
  }
}

TEST_CASE_TEMPLATE("rows are described and their names differ; an unknown parameter is an error", Samples,
                   kernels::Vectors, kernels::Strings, kernels::StringPairs, kernels::Labels,
                   kernels::LabelSets, samples::VectorSequences, samples::Table) {
  std::vector<std::string> names;
  for (const auto& row : registry::kernel_table<Samples>()) {
    CAPTURE(row.example);
    names.push_back(row.name);
    check_row(row);
  }
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("an unknown name or a bad parameter is an error that names the place") {
  const auto strings = [](const std::string& text) {
    return thrown_message<ConfigError>([&] { kernel_of<kernels::Strings>(text); });
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  };
  contains(strings("{name: subsequense, length: 3}"), "example:1:8: name: ");
  contains(strings("{name: subsequense, length: 3}"), "did you mean 'subsequence'?");
  contains(strings("{name: linear}"), "example:1:8: name: ");  // a kernel on vectors
  contains(strings("{name: subsequence, length: 3}"), "decay: missing");
  contains(strings("{name: subsequence, length: 0, decay: 0.5}"), "example:1:29: length: ");
  contains(strings("{name: subsequence, length: 3, decay: 1.5}"), "example:1:39: decay: ");
  contains(strings("{name: subsequence, length: 3, decay: 1e-60}"),
           "example:1:39: decay: subsequence kernel: decay 1e-60 to the power 2 x 3 underflows");
  contains(strings("{name: subsequence, length: 3, decay: 1, algorithm: feature}"),
           "did you mean 'features'?");
  contains(strings("{name: spectrum, length: 0}"), "example:1:26: length: ");
  contains(strings("{name: n_gram, length: 3, tokens: word}"), "did you mean 'words'?");
  contains(strings("{name: normalised}"), "base: missing");
  contains(strings("{name: gaussian_over, base: {name: subsequence, length: 3, decay: 1}, sigma: 0}"),
           "sigma: ");
  contains(
      thrown_message<ConfigError>([] { kernel_of<kernels::Vectors>("{name: polynomial, degree: 2.5}"); }),
      "degree: ");
  const auto sequences = [](const std::string& text) {
    return thrown_message<ConfigError>([&] { kernel_of<samples::VectorSequences>(text); });
  };
  contains(sequences("{name: set, n: 1}"), "base: missing");
  contains(sequences("{name: set, base: {name: linear}}"), "n: missing");
  contains(sequences("{name: set, n: 0, base: {name: linear}}"), "example:1:16: n: ");
  contains(sequences("{name: set, n: 1, position_bandwidth: 0, base: {name: linear}}"),
           "position_bandwidth: ");
  contains(sequences("{name: set, n: 1, base: {name: spectrum}}"), "base.name: ");  // a kernel on strings
  contains(sequences("{name: polynomial_set, n: 1, degree: 2}"), "offset: missing");
  contains(thrown_message<ConfigError>(
               [] { kernel_of<kernels::StringPairs>("{name: joint_spectrum, length: 4}"); }),
           "example:1:32: length: expected an odd number (a window has a centre), found 4");
}

TEST_CASE("wrappers nest, and the subsequence algorithm can be chosen") {
  const kernels::Strings samples = {"abab", "ba", "abba"};
  const std::string nested =
      "{name: gaussian_over, sigma: 0.5, base: {name: normalised, base: {name: subsequence, length: 2, "
      "decay: "
      "0.5, algorithm: ";
  const arma::mat features = kernel_of<kernels::Strings>(nested + "features}}}")->gram(samples);
  const arma::mat programme = kernel_of<kernels::Strings>(nested + "dynamic_programme}}}")->gram(samples);
  CHECK(is_close(features, programme, 1e-12));
  CHECK(features(0, 1) < 1.0);
}
