#include "preimage/kernels/joint_spectrum_kernel.hpp"

#include <map>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "testing/thrown_message.hpp"

using preimage::NumericalError;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;
using kernels::JointSpectrumKernel;

namespace {

kernels::StringPairs random_pairs(std::size_t n, std::uint64_t seed) {
  preimage::base::Random random(seed);
  kernels::StringPairs pairs(n);
  for (auto& [input, output] : pairs) {
    const std::size_t length = random.below(20);
    for (std::size_t i = 0; i < length; ++i) {
      input += static_cast<char>('a' + random.below(3));
      output += static_cast<char>('1' + random.below(2));
    }
  }
  return pairs;
}

/// The definition: a count for every (window, symbol), multiplied one by one.
double by_definition(const kernels::StringPair& a, const kernels::StringPair& b, std::size_t p) {
  const auto counts = [p](const kernels::StringPair& pair) {
    std::map<std::pair<std::string, char>, double> result;
    for (std::size_t centre = p / 2; centre + p / 2 < pair.input.size(); ++centre) {
      result[{pair.input.substr(centre - p / 2, p), pair.output[centre]}] += 1.0;
    }
    return result;
  };
  double sum = 0.0;
  const auto of_b = counts(b);
  for (const auto& [feature, count] : counts(a)) {
    const auto found = of_b.find(feature);
    sum += found == of_b.end() ? 0.0 : count * found->second;
  }
  return sum;
}

}  // namespace

TEST_CASE("counts of (window, output symbol at its centre) are those of the definition, to the last bit") {
  const kernels::StringPairs a = random_pairs(11, 1);
  const kernels::StringPairs b = random_pairs(8, 2);
  for (const int p : {1, 3, 5, 21}) {
    const JointSpectrumKernel kernel(p);
    const arma::mat block = kernel.cross_gram(a, b), own = kernel.gram(a);
    const arma::vec norms = kernel.diagonal(a);
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(norms(i) == by_definition(a[i], a[i], static_cast<std::size_t>(p)));
      for (std::size_t j = 0; j < a.size(); ++j)
        CHECK(own(i, j) == by_definition(a[i], a[j], static_cast<std::size_t>(p)));
      for (std::size_t j = 0; j < b.size(); ++j) {
        CHECK(block(i, j) == by_definition(a[i], b[j], static_cast<std::size_t>(p)));
      }
    }
  }
}

TEST_CASE("equal inputs with other outputs share only the windows whose centres agree") {
  const JointSpectrumKernel kernel(3);
  const kernels::StringPairs pairs = {{"abcab", "11111"}, {"abcab", "12111"}, {"abcab", "21112"}};
  const arma::mat gram = kernel.gram(pairs);  // windows abc, bca, cab
  CHECK(gram(0, 0) == 3.0);
  CHECK(gram(0, 1) == 2.0);
  CHECK(gram(0, 2) == 3.0);  // the ends are no centres
}

TEST_CASE("an even window and pairs of unequal length are refused") {
  CHECK(thrown_message<NumericalError>([] { JointSpectrumKernel(4); }) ==
        "joint spectrum kernel: length is 4, expected an odd number >= 1");
  CHECK(thrown_message<std::invalid_argument>([] {
          JointSpectrumKernel(3).diagonal({{"ab", "12"}, {"abc", "12"}});
        }) == "joint spectrum kernel: pair 1 has an input of 3 and an output of 2 symbols, expected as many");
}
