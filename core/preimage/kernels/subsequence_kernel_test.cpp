#include "preimage/kernels/subsequence_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/subsequence_dynamic_programme.hpp"
#include "testing/thrown_message.hpp"

using preimage::NumericalError;
using preimage::base::Random;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;
using kernels::Strings;
using kernels::SubsequenceAlgorithm;
using kernels::SubsequenceKernel;

namespace {

std::u32string widened(const std::string& bytes) {
  return {bytes.begin(), bytes.end()};
}

double programmed(const std::string& s, const std::string& t, int length, double decay) {
  return kernels::subsequence_kernel_scalar(widened(s), widened(t), length, decay);
}

/// `count` strings of 0 to `longest` symbols out of `alphabet`, the first two "" and a single symbol.
Strings random_strings(std::size_t count, std::size_t longest, std::size_t alphabet, Random& random) {
  Strings strings = {"", "a"};
  while (strings.size() < count) {
    std::string& string = strings.emplace_back();
    const std::size_t length = random.below(longest + 1);
    for (std::size_t j = 0; j < length; ++j) string += static_cast<char>('a' + random.below(alphabet));
  }
  return strings;
}

using Features = std::map<std::string, double>;

/// Adds lambda^l(i) to features[s[i]] for every strictly increasing tuple i that begins with `chosen`.
void enumerate(const std::string& s, int length, double decay, std::vector<std::size_t>& chosen,
               Features& out) {
  if (static_cast<int>(chosen.size()) == length) {
    std::string u;
    for (const std::size_t i : chosen) u += s[i];
    out[u] += std::pow(decay, static_cast<double>(chosen.back() - chosen.front() + 1));
    return;
  }
  for (std::size_t i = chosen.empty() ? 0 : chosen.back() + 1; i < s.size(); ++i) {
    chosen.push_back(i);
    enumerate(s, length, decay, chosen, out);
    chosen.pop_back();
  }
}

/// k(s, t) by its definition.
double defined_kernel(const std::string& s, const std::string& t, int length, double decay) {
  std::vector<std::size_t> chosen;
  Features of_s;
  Features of_t;
  enumerate(s, length, decay, chosen, of_s);
  enumerate(t, length, decay, chosen, of_t);
  double sum = 0.0;
  for (const auto& [u, weight] : of_s) {
    if (const auto found = of_t.find(u); found != of_t.end()) sum += weight * found->second;
  }
  return sum;
}

template <class Function>
arma::mat matrix_of(const Strings& a, const Strings& b, Function&& kernel) {
  arma::mat matrix(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) matrix(i, j) = kernel(a[i], b[j]);
  }
  return matrix;
}

/// Every entry to 1e-12 of itself: with lambda = 0.01 the entries differ by many orders of magnitude.
bool equal_in_each_entry(const arma::mat& actual, const arma::mat& expected) {
  return arma::size(actual) == arma::size(expected) &&
         arma::all(arma::vectorise(arma::abs(actual - expected) <= 1e-12 * expected));
}

bool same_bits(const arma::mat& a, const arma::mat& b) {
  return arma::approx_equal(a, b, "absdiff", 0.0);
}

/// gram, cross_gram and diagonal of one algorithm against the expected matrix of all pairs.
void check_algorithm(const SubsequenceKernel& kernel, const Strings& samples, const arma::mat& expected) {
  CHECK(equal_in_each_entry(kernel.cross_gram(samples, samples), expected));
  CHECK(equal_in_each_entry(kernel.gram(samples), expected));
  CHECK(equal_in_each_entry(kernel.diagonal(samples), expected.diag()));
  CHECK(arma::approx_equal(kernel.gram(samples), kernel.gram(samples).t(), "absdiff", 0.0));
  if (kernel.algorithm_for(samples, samples) == SubsequenceAlgorithm::features) {
    const arma::mat features = kernel.features(samples).value();
    CHECK(equal_in_each_entry(features * features.t(), expected));
  }
}

void check_all_algorithms(const Strings& samples, int length, double decay, const arma::mat& expected) {
  CAPTURE(length);
  CAPTURE(decay);
  check_algorithm(SubsequenceKernel(length, decay), samples, expected);
  check_algorithm(SubsequenceKernel(length, decay, SubsequenceAlgorithm::features), samples, expected);
  check_algorithm(SubsequenceKernel(length, decay, SubsequenceAlgorithm::dynamic_programme), samples,
                  expected);
}

}  // namespace

TEST_CASE("the worked examples of Lodhi et al.: cat and car") {
  const double lambda = 0.7;
  const arma::mat expected = {{2.0 * std::pow(lambda, 4) + std::pow(lambda, 6), std::pow(lambda, 4)},
                              {std::pow(lambda, 4), 2.0 * std::pow(lambda, 4) + std::pow(lambda, 6)}};
  check_all_algorithms({"cat", "car"}, 2, lambda, expected);
}

TEST_CASE("all algorithms equal the definition on short strings") {
  Random random(1);
  for (const std::size_t alphabet : {2u, 3u, 5u, 26u}) {
    const Strings samples = random_strings(11, 9, alphabet, random);  // 11: one full and one padded batch
    for (int length = 1; length <= (alphabet < 26 ? 5 : 3); ++length) {
      for (const double decay : {0.01, 0.5, 1.0}) {
        const arma::mat expected = matrix_of(
            samples, samples,
            [&](const std::string& s, const std::string& t) { return defined_kernel(s, t, length, decay); });
        CHECK(arma::abs(expected.row(0)).max() == 0.0);  // the empty string
        CHECK(expected.max() > 0.0);
        CHECK(equal_in_each_entry(matrix_of(samples, samples,
                                            [&](const std::string& s, const std::string& t) {
                                              return programmed(s, t, length, decay);
                                            }),
                                  expected));
        check_all_algorithms(samples, length, decay, expected);
      }
    }
  }
}

TEST_CASE("all algorithms equal the scalar dynamic programme on longer strings of any bytes") {
  Random random(2);
  Strings samples = random_strings(21, 60, 4, random);
  samples.push_back(std::string("a\0b\xff\0a\x80", 7));  // NUL and bytes beyond 127 are symbols like others
  samples.push_back(std::string("\xff\0\0b\x80", 5));
  for (int length = 1; length <= 5; ++length) {
    for (const double decay : {0.01, 0.5, 1.0}) {
      const arma::mat expected = matrix_of(samples, samples, [&](const std::string& s, const std::string& t) {
        return programmed(s, t, length, decay);
      });
      check_all_algorithms(samples, length, decay, expected);
    }
  }
}

TEST_CASE("subsequences longer than the vectorised lengths fall back on the same programme in scalar code") {
  Random random(3);
  const Strings samples = random_strings(10, 14, 2, random);
  const int length = kernels::kMaxLaneLength + 1;
  const arma::mat expected = matrix_of(samples, samples, [&](const std::string& s, const std::string& t) {
    return defined_kernel(s, t, length, 0.5);
  });
  CHECK(expected.max() > 0.0);
  check_all_algorithms(samples, length, 0.5, expected);
}

TEST_CASE("lanes give the bits of the scalar programme, whatever the instruction set and the other lanes") {
  Random random(4);
  const Strings samples = random_strings(9, 40, 3, random);
  std::vector<std::u32string> numbered;
  for (const std::string& sample : samples) numbered.push_back(widened(sample));
  const std::vector<std::u32string_view> views(numbered.begin() + 1, numbered.end());
  const std::map<std::string, kernels::InstructionSet> sets = {
      {"baseline", kernels::InstructionSet::baseline},
      {"AVX2", kernels::InstructionSet::avx2},
      {"AVX-512", kernels::InstructionSet::avx512}};
  for (const auto& entry : sets) {
    CAPTURE(entry.first);
    const kernels::InstructionSet set = entry.second;
    if (!kernels::is_supported(set)) {
      MESSAGE(entry.first << " is not tested: this CPU does not have it");
      continue;
    }
    for (int length = 1; length <= kernels::kMaxLaneLength; ++length) {
      for (const double decay : {0.01, 0.37, 1.0}) {
        for (const std::u32string& s : numbered) {
          const auto values = kernels::subsequence_kernel_lanes(
              kernels::repeated_in_lanes(s, kernels::Side::s), kernels::lanes_of(views, kernels::Side::t),
              length, decay, set);
          bool equal = true;
          for (std::size_t l = 0; l < views.size(); ++l) {
            equal = equal && values.lane[l] == kernels::subsequence_kernel_scalar(s, views[l], length, decay);
          }
          CHECK(equal);
        }
      }
    }
  }
  CHECK(kernels::is_supported(kernels::best_instruction_set()));
}

TEST_CASE("empty lanes, paddings and empty blocks contribute nothing") {
  const auto s = kernels::lanes_of({U"ab", U""}, kernels::Side::s);
  const auto t = kernels::lanes_of({U"abab", U"abab"}, kernels::Side::t);
  const auto values = kernels::subsequence_kernel_lanes(s, t, 1, 1.0, kernels::InstructionSet::baseline);
  CHECK(values.lane[0] == 4.0);
  for (std::size_t l = 1; l < kernels::kLanes; ++l) CHECK(values.lane[l] == 0.0);
  for (const auto algorithm : {SubsequenceAlgorithm::automatic, SubsequenceAlgorithm::features,
                               SubsequenceAlgorithm::dynamic_programme}) {
    const SubsequenceKernel kernel(2, 0.5, algorithm);
    CHECK(kernel.gram({}).is_empty());
    CHECK(same_bits(kernel.gram({"", ""}), arma::mat(2, 2, arma::fill::zeros)));
    CHECK(arma::size(kernel.cross_gram({"ab"}, {})) == arma::SizeMat(1, 0));
  }
}

TEST_CASE("the cheaper algorithm is chosen, and the asked for where asked") {
  Random random(5);
  const Strings few_symbols = random_strings(50, 40, 4, random);
  const Strings many_symbols = random_strings(50, 40, 26, random);
  using enum SubsequenceAlgorithm;
  CHECK(SubsequenceKernel(3, 0.5).algorithm_for(few_symbols, few_symbols) == features);
  CHECK(SubsequenceKernel(4, 0.5).algorithm_for(many_symbols, many_symbols) == dynamic_programme);
  CHECK(SubsequenceKernel(32, 0.5).algorithm_for(many_symbols, many_symbols) == dynamic_programme);
  CHECK(SubsequenceKernel(3, 0.5, dynamic_programme).algorithm_for(few_symbols, few_symbols) ==
        dynamic_programme);
  CHECK(SubsequenceKernel(3, 0.5, features).algorithm_for(many_symbols, few_symbols) == features);
  CHECK(SubsequenceKernel(3, 0.5).features(few_symbols)->n_cols == 64);
  CHECK_FALSE(SubsequenceKernel(4, 0.5).features(many_symbols).has_value());
  CHECK(thrown_message<std::invalid_argument>(
            [&] { SubsequenceKernel(5, 0.5, features).gram(many_symbols); }) ==
        "subsequence kernel: algorithm features needs 11881376 x 100 entries, more than 33554432; use "
        "dynamic_programme");
}

TEST_CASE("parameters out of range are refused") {
  const auto message = [](int length, double decay) {
    return thrown_message<NumericalError>([&] { SubsequenceKernel(length, decay); });
  };
  CHECK(message(0, 0.5) == "subsequence kernel: length is 0, expected 1 to 32");
  CHECK(message(33, 0.5) == "subsequence kernel: length is 33, expected 1 to 32");
  CHECK(message(3, 0.0) == "subsequence kernel: decay is 0, expected > 0 and <= 1");
  CHECK(message(3, 1.5) == "subsequence kernel: decay is 1.5, expected > 0 and <= 1");
  CHECK(message(3, 1e-60) == "subsequence kernel: decay 1e-60 to the power 2 x 3 underflows");
}
